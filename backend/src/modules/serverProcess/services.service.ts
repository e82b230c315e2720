import type { InputOf } from '@windlass/shared-kit/contract'
import type {
  ServiceAction,
  ServiceKeeper,
  ServiceLog,
  ServiceManage,
} from '@windlass/shared-kit/contract/serverProcess'
import type { Caller } from '../../platform/caller.ts'
import { failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { quoteProgram } from '../../platform/ssh/quotePosix.ts'
import { runOnServer } from '../script/runOnServer.ts'
import type { ServerService } from '../server/server.service.ts'
import { type FoundServices, LIST_PROGRAM, readServices } from './readServices.ts'

const LIST_MS = 30_000
const MANAGE_MS = 90_000

/** What runs on servers, as systemd or supervisor tells it. */
export interface ServicesService {
  list(caller: Caller, serverId: number): Promise<FoundServices>
  manage(caller: Caller, input: InputOf<typeof ServiceManage>): Promise<void>
  /** Passes on the log until the signal, or until its keeper ends it. */
  follow(caller: Caller, input: InputOf<typeof ServiceLog>, how: FollowHow): Promise<void>
}

interface FollowHow {
  signal: AbortSignal
  onText: (chunk: Buffer) => void | Promise<void>
}

const PATH = 'export LC_ALL=C PATH="$PATH:/usr/sbin:/usr/local/bin:/sbin"; '

/** `$1` is what to do, `$2` the name, which is never read as an option or as a part of the program. */
const MANAGE_PROGRAMS = {
  systemd: `${PATH}exec systemctl --no-ask-password "$1" -- "$2"`,
  // Its exit code is 0 also when it says ERROR (before version 4).
  supervisor: `${PATH}out=$(supervisorctl "$1" "$2" 2>&1); c=$?; echo "$out"; case $out in *"ERROR ("*) exit 7 ;; esac; exit $c`,
} as const satisfies Record<ServiceKeeper, string>

/** `$1` is how many lines to begin with. A line has hardly more than 200 bytes, which is what supervisor counts. */
const FOLLOW_PROGRAMS = {
  systemd: `${PATH}exec journalctl --no-pager --output=short-iso --lines="$1" --follow --unit="$2"`,
  supervisor: `${PATH}supervisorctl tail "-$(($1 * 200))" "$2"; exec supervisorctl tail -f "$2"`,
} as const satisfies Record<ServiceKeeper, string>

const why = (texts: readonly string[], code: number) =>
  texts.map((text) => text.trim()).find((text) => text !== '') ?? `exit code ${code}`

/** supervisorctl means all programs by this word. */
function requireOne(keeper: ServiceKeeper, name: string): void {
  if (keeper === 'supervisor' && (name === 'all' || name.endsWith(':*') || /\s/.test(name)))
    throw failed('name one program, not several')
  if (keeper === 'systemd' && /[*?[\]]/.test(name)) throw failed('name one unit, not a pattern')
}

/** Creates the rules about services. */
export function createServicesService({ ssh }: Pick<Platform, 'ssh'>, servers: ServerService): ServicesService {
  const posix = async ({ namespaceId }: Caller, serverId: number) => {
    const target = await servers.target(namespaceId, serverId)
    if (target.os === 'windows') throw failed('services are shown for servers with systemd or supervisor only')
    return target
  }
  const manage = async (
    caller: Caller,
    keeper: ServiceKeeper,
    place: { serverId: number; name: string },
    action: ServiceAction,
  ) => {
    requireOne(keeper, place.name)
    const target = await posix(caller, place.serverId)
    const { code, stdout, stderr } = await ssh.sh(target, MANAGE_PROGRAMS[keeper], [action, place.name], {
      timeoutMs: MANAGE_MS,
    })
    if (code !== 0) throw failed(`${keeper} could not ${action} ${place.name}: ${why([stderr, stdout], code)}`)
  }

  return {
    list: async (caller, serverId) => {
      const target = await posix(caller, serverId)
      const { code, stdout, stderr } = await ssh.sh(target, LIST_PROGRAM, [], { timeoutMs: LIST_MS })
      const found = readServices(stdout)
      if (found.keepers.length === 0) throw failed(`the server did not answer as a POSIX shell: ${why([stderr], code)}`)
      return found
    },
    manage: (caller, { keeper, action, ...place }) => manage(caller, keeper, place, action),
    follow: async (caller, { serverId, keeper, name, lines }, { signal, onText }) => {
      requireOne(keeper, name)
      const target = await posix(caller, serverId)
      const script = quoteProgram(FOLLOW_PROGRAMS[keeper], [String(lines), name])
      const { state, reason, code } = await runOnServer(ssh, target, { script, signal, onOutput: onText })
      if (state !== 'success' && state !== 'killed') throw failed(reason || `the log ended with exit code ${code}`)
    },
  }
}
