import { type Document, isCollection, isPair, parseDocument } from 'yaml'

/** One step of a script of mode yaml: commands that run in a container of their own. */
export interface ContainerStep {
  name: string
  /** Stands directly before the image: `registry.example.org/team/`. */
  registry: string
  image: string
  commands: string[]
  username: string
  password: string
  /** Folder of the working copy whose Dockerfile makes the image; "" when it is pulled. */
  dockerfile: string
}

const TEXT_LIMIT = 64 * 1024
const DEPTH_LIMIT = 8
const TOO_DEEP = `nested more than ${DEPTH_LIMIT} deep`
const ALIAS_LIMIT = 50
const STEP_LIMIT = 50
const COMMAND_LIMIT = 500
const STEP_KEYS: readonly string[] = ['name', 'image', 'commands', 'imageOptions']
const OPTION_KEYS: readonly string[] = ['registry', 'username', 'password', 'dockerfile']
/** What engines take as the name of an image; a variable may stand anywhere in it. */
const IMAGE = /^[A-Za-z0-9](?:[A-Za-z0-9._\-/:@])*$/
const VARIABLE = /\$\{[A-Za-z0-9_]+\}/g

/** What is wrong with a pipeline, told to the person who writes it. */
export class StepsError extends Error {
  override name = 'StepsError'
}

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (fields: Fields, key: string, where: string): string => {
  const value = fields[key] ?? ''
  if (typeof value !== 'string') throw new StepsError(`${where}: ${key} must be a text`)
  return value
}

const refuseOthers = (fields: Fields, known: readonly string[], where: string) => {
  const other = Object.keys(fields).find((key) => !known.includes(key))
  if (other !== undefined) throw new StepsError(`${where}: "${other}" is not known; use ${known.join(', ')}`)
}

/** Says what is wrong with the name of an image, or undefined when nothing is. */
export const imageProblem = (image: string): string | undefined =>
  IMAGE.test(image.replace(VARIABLE, 'x')) ? undefined : `"${image}" is not the name of an image`

/** Says what is wrong with the folder of a Dockerfile, or undefined when nothing is. */
export const dockerfileProblem = (folder: string): string | undefined =>
  folder.split('/').includes('..') || [...folder].some((char) => char < ' ')
    ? 'dockerfile must name a folder inside the repository'
    : undefined

function readCommands(fields: Fields, where: string): string[] {
  const { commands } = fields
  if (!Array.isArray(commands) || commands.length === 0) throw new StepsError(`${where}: commands must be a list`)
  if (commands.length > COMMAND_LIMIT) throw new StepsError(`${where}: more than ${COMMAND_LIMIT} commands`)
  return commands.map((command: unknown) => {
    if (typeof command !== 'string') throw new StepsError(`${where}: each command must be a text`)
    return command
  })
}

function readStep(value: unknown, index: number): ContainerStep {
  const number = `step ${index + 1}`
  if (!isFields(value)) throw new StepsError(`${number} must have name, image and commands`)
  refuseOthers(value, STEP_KEYS, number)
  const name = textOf(value, 'name', number) || number
  const where = `${number} (${name})`
  const options = value['imageOptions'] || {}
  if (!isFields(options)) throw new StepsError(`${where}: imageOptions must have ${OPTION_KEYS.join(', ')}`)
  refuseOthers(options, OPTION_KEYS, where)
  const step: ContainerStep = {
    name,
    image: textOf(value, 'image', where),
    commands: readCommands(value, where),
    registry: textOf(options, 'registry', where),
    username: textOf(options, 'username', where),
    password: textOf(options, 'password', where),
    dockerfile: textOf(options, 'dockerfile', where),
  }
  if (step.image === '') throw new StepsError(`${where}: image is missing`)
  const problem = imageProblem(step.registry + step.image) ?? dockerfileProblem(step.dockerfile)
  if (problem !== undefined) throw new StepsError(`${where}: ${problem}`)
  return step
}

function refuseDepth(node: unknown, depth = 0): void {
  if (depth > DEPTH_LIMIT) throw new StepsError(TOO_DEEP)
  if (isPair(node)) {
    refuseDepth(node.key, depth)
    refuseDepth(node.value, depth)
  } else if (isCollection(node)) for (const item of node.items) refuseDepth(item, depth + 1)
}

/** The parser goes down by recursion, so what is nested without end exhausts its stack, which it reports. */
const explain = (message: string): string =>
  message.includes('call stack') ? TOO_DEEP : (message.split('\n')[0] ?? '').replace(/:$/, '')

const plainValue = (document: Pick<Document, 'toJS'>): unknown => {
  try {
    return document.toJS({ maxAliasCount: ALIAS_LIMIT })
  } catch (error) {
    // Aliases that point nowhere, or that would unfold into something huge.
    throw new StepsError(error instanceof Error ? error.message : String(error))
  }
}

/** Reads the steps of a script of mode yaml. @throws StepsError that says what to change */
export function readContainerSteps(text: string): ContainerStep[] {
  if (text.length > TEXT_LIMIT) throw new StepsError(`longer than ${TEXT_LIMIT / 1024} KiB`)
  // Every scalar is a text: `name: 1` names the step "1", and `no` is a command like any other.
  const document = parseDocument(text, { schema: 'failsafe', merge: true })
  const [problem] = document.errors
  if (problem) throw new StepsError(explain(problem.message))
  refuseDepth(document.contents)
  const value = plainValue(document)
  const steps = isFields(value) ? value['steps'] : undefined
  if (!Array.isArray(steps) || steps.length === 0) throw new StepsError('there must be a list "steps" with a step')
  if (steps.length > STEP_LIMIT) throw new StepsError(`more than ${STEP_LIMIT} steps`)
  return steps.map(readStep)
}
