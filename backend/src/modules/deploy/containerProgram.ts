import { randomBytes } from 'node:crypto'
import { quotePosix } from '../../platform/ssh/quotePosix.ts'
import { environmentLines } from '../../platform/ssh/remoteStepScript.ts'
import type { ContainerStep } from '../project/containerSteps.ts'
import type { Variables } from './variables.ts'

/** One container: what it runs, and what it is called so that it is found again. */
export interface ContainerJob {
  step: ContainerStep
  name: string
  /** Common to all containers of one deploy on one machine. */
  label: string
  /** Program that runs containers; "" looks for one. */
  engine: string
  /** The machine in words, for what a person must do there. */
  where: string
  /** Folder of that machine the container works on, and where it finds it. */
  source: string
  mountPoint: string
  variables: Variables
}

/** The program ends with this, after a line that says why, when it never came to the commands of the step. */
export const NOT_STARTED = 119
const LABEL = 'windlass.deploy'
const ENGINES = ['docker', 'podman']

const enginesOf = (engine: string): string => (engine === '' ? ENGINES : [engine]).map(quotePosix).join(' ')

/** A value of `--mount`, which is read as a line of CSV. */
const mountValue = (source: string, target: string): string => {
  const cell = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return ['type=bind', cell(`source=${source}`), cell(`target=${target}`)].join(',')
}

/** The registry an image comes from; images without one come from Docker's own. */
const registryOf = (image: string): string => {
  const [first = '', rest] = image.split(/\/(.*)/s)
  return rest !== undefined && (/[.:]/.test(first) || first === 'localhost') ? first : 'docker.io'
}

/**
 * A command whose input is a text: it is on no command line, so nobody else on the machine sees it.
 * @param command where `<<` stands for the input
 */
function withInput(command: string, text: string): string[] {
  const end = `WINDLASS_${randomBytes(12).toString('hex')}`
  return [command.replace('<<', () => `<<'${end}'`), text, end]
}

const findEngine = ({ engine, where }: ContainerJob): string[] => [
  'wl_engine=; wl_silent=',
  `for wl_e in ${enginesOf(engine)}; do`,
  '  command -v "$wl_e" > /dev/null 2>&1 || continue',
  '  wl_said=$("$wl_e" version 2>&1) && { wl_engine=$wl_e; break; }',
  '  wl_silent="$wl_e does not answer: $(echo "$wl_said" | tail -n 1)"',
  'done',
  `[ -n "$wl_engine" ] || [ -z "$wl_silent" ] || fail ${quotePosix(where)}": $wl_silent"`,
  `[ -n "$wl_engine" ] || fail ${quotePosix(`${where}: there is no container engine; install docker or podman, or name one in CONTAINER_ENGINE`)}`,
]

const signIn = ({ step }: ContainerJob, image: string): string[] => {
  const { username, password } = step
  if (username === '' || password === '') return []
  const registry = registryOf(image)
  return [
    // A private place for the sign-in: neither kept nor mixed with those of the machine.
    'mkdir "$wl_d/config" && export DOCKER_CONFIG="$wl_d/config" REGISTRY_AUTH_FILE="$wl_d/config/auth.json" || fail "no room"',
    ...withInput(
      `"$wl_engine" login --username ${quotePosix(username)} --password-stdin ${quotePosix(registry)} << || ` +
        `fail ${quotePosix(`the registry ${registry} refuses the sign-in of ${username}`)}`,
      password,
    ),
  ]
}

const build = ({ step, source }: ContainerJob, image: string): string[] => [
  `wl_w=$(cd -P -- ${quotePosix(source)} && pwd -P) || fail ${quotePosix(`${source} is not there`)}`,
  `wl_c=$(cd -P -- ${quotePosix(`${source}/${step.dockerfile}`)} && pwd -P) || ` +
    `fail ${quotePosix(`the folder ${step.dockerfile} is not in the repository`)}`,
  `case "$wl_c/" in "$wl_w"/*) ;; *) fail ${quotePosix(`the folder ${step.dockerfile} leads out of the repository`)} ;; esac`,
  `"$wl_engine" build -t ${quotePosix(image)} -- "$wl_c" || fail ${quotePosix(`the image ${image} cannot be built`)}`,
]

const pull = ({ where }: ContainerJob, image: string): string[] => {
  const has = `"$wl_engine" image inspect ${quotePosix(image)} > /dev/null 2>&1`
  if (image.startsWith('localhost/')) {
    return [`${has} || fail ${quotePosix(`${where}: there is no image ${image}`)}`]
  }
  return [
    `"$wl_engine" pull -q ${quotePosix(image)} > /dev/null || {`,
    `  ${has} || fail ${quotePosix(`the image ${image} cannot be pulled`)}`,
    `  echo ${quotePosix(`the image ${image} cannot be pulled; the one that is there already is used`)} >&2`,
    '}',
  ]
}

/**
 * The program that runs one container step, for sh on the console's machine or on a server. It needs a folder of its
 * own, the one it lies in. Its exit status is that of the commands.
 */
export function containerProgram(job: ContainerJob): string {
  const { step, name, label, source, mountPoint, variables } = job
  const image = step.registry + step.image
  const words = ['run', '--rm', '--name', name, '--label', `${LABEL}=${label}`]
  const options = [
    // Where SELinux guards files, a container may not read those of others.
    ...['--security-opt', 'label=disable', '--stop-timeout', '1'],
    ...['--mount', mountValue(source, mountPoint), '--workdir', mountPoint, '--entrypoint', '/bin/sh'],
  ]
  return [
    `fail() { echo "$*" >&2; exit ${NOT_STARTED}; }`,
    'umask 077',
    'wl_d=$(cd "$(dirname "$0")" && pwd) || fail "the folder of the step is gone"',
    ...findEngine(job),
    ...signIn(job, image),
    ...(step.dockerfile === '' ? pull(job, image) : build(job, image)),
    ...withInput(
      'cat > "$wl_d/commands" << && chmod 644 "$wl_d/commands" || fail "no room for the commands"',
      step.commands.join('\n'),
    ),
    `"$wl_engine" rm -f ${quotePosix(name)} > /dev/null 2>&1`,
    'set --',
    // Only the names: the values come from the environment and are on no command line.
    ...environmentLines(variables, (variable) => `set -- "$@" -e ${variable}; `),
    `exec "$wl_engine" ${[...words, ...options].map(quotePosix).join(' ')} "$@" ` +
      `--mount "type=bind,source=$wl_d/commands,target=/windlass-step,readonly" ${quotePosix(image)} -e /windlass-step`,
    '',
  ].join('\n')
}

/** The program that removes what a deploy has left of containers on a machine; without an engine there is nothing. */
export const removeContainersProgram = (engine: string, label: string): string =>
  [
    `for wl_e in ${enginesOf(engine)}; do`,
    '  command -v "$wl_e" > /dev/null 2>&1 || continue',
    `  wl_ids=$("$wl_e" ps -aq --filter ${quotePosix(`label=${LABEL}=${label}`)} 2> /dev/null) || continue`,
    '  [ -z "$wl_ids" ] || "$wl_e" rm -f $wl_ids > /dev/null || exit 1',
    'done',
    '',
  ].join('\n')
