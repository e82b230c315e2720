import { type ContainerStep, dockerfileProblem, imageProblem, readContainerSteps } from '../project/containerSteps.ts'
import { type ContainerJob, containerProgram, NOT_STARTED } from './containerProgram.ts'
import { StageError } from './deployError.ts'
import type { DeployRun, TracedPiece } from './deployRun.ts'
import { substitute, type Variables } from './variables.ts'

/** One step of a pipeline, ready to run by sh. */
export interface ContainerPiece {
  name: string
  /** Its commands, as they are shown. */
  script: string
  program: string
}

/** What a container of a deploy is called on a machine; server 0 is the console's own. */
export const containerLabel = (token: string, serverId: number): string => `${token}-s${serverId}`

/** Engines keep this for what could not be started at all. */
const ENGINE_FAILED = 125

/** Values are put in after reading, so that none of them can become a step. */
function fill(step: ContainerStep, variables: Variables): ContainerStep {
  const put = (text: string) => substitute(text, variables)
  const filled: ContainerStep = {
    name: put(step.name),
    registry: put(step.registry),
    image: put(step.image),
    commands: step.commands.map(put),
    username: put(step.username),
    password: put(step.password),
    dockerfile: put(step.dockerfile),
  }
  const problem = imageProblem(filled.registry + filled.image) ?? dockerfileProblem(filled.dockerfile)
  if (problem !== undefined) throw new StageError(`step "${filled.name}": ${problem}`)
  return filled
}

/** The steps of a pipeline as programs. @throws StageError when the text is no pipeline */
export function containerPieces(
  run: DeployRun,
  content: string,
  place: Pick<ContainerJob, 'engine' | 'where' | 'source' | 'variables'> & { serverId: number; stage: string },
): ContainerPiece[] {
  const { serverId, stage, variables } = place
  const label = containerLabel(run.publish.token, serverId)
  return readSteps(content).map((read, index) => {
    const step = fill(read, variables)
    const name = `windlass-${label}-${stage}-${index}`
    const mountPoint = `/data/www/repository/project_${run.project.id}`
    const program = containerProgram({ ...place, step, name, label, mountPoint })
    return { name: step.name, script: step.commands.join('\n'), program }
  })
}

/** The pieces, or the record of why there are none. */
export async function piecesOrRecord(
  run: DeployRun,
  piece: TracedPiece,
  read: () => ContainerPiece[],
): Promise<ContainerPiece[]> {
  try {
    return read()
  } catch (error) {
    return run.traced(piece, () => Promise.reject(error))
  }
}

function readSteps(content: string): ContainerStep[] {
  try {
    return readContainerSteps(content)
  } catch (error) {
    throw new StageError(`the yaml script cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** How a step ended that did not succeed: in the words of the program when it never came to the commands. */
export function containerEnd(code: number, output: string): string {
  if (code === NOT_STARTED) return `was not started: ${output.trimEnd().split('\n').at(-1) ?? ''}`
  const failed = `failed with exit status ${code}`
  return code === ENGINE_FAILED ? `${failed}: the engine could not start the container` : failed
}
