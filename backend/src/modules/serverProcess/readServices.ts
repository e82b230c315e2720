import {
  SERVICE_KEEPERS,
  type Service,
  type ServiceKeeper,
  type ServiceState,
} from '@windlass/shared-kit/contract/serverProcess'

/**
 * Says which keepers are there, and what they look after: `@<keeper> here|none`, then their own lines, then
 * `@problem <words>` when one does not answer.
 */
export const LIST_PROGRAM = [
  'export LC_ALL=C PATH="$PATH:/usr/sbin:/usr/local/bin:/sbin";',
  'if command -v systemctl > /dev/null 2>&1 && [ -d /run/systemd/system ]; then',
  '  echo "@systemd here";',
  '  systemctl list-units --type=service --all --no-legend --no-pager --plain --full 2>&1 || echo "@problem $?";',
  'else echo "@systemd none"; fi;',
  'if command -v supervisorctl > /dev/null 2>&1; then',
  '  echo "@supervisor here";',
  // Its exit code is 3 as soon as one program is stopped, and 4 when the daemon is not there.
  '  supervisorctl status 2>&1; c=$?; [ $c -eq 0 ] || [ $c -eq 3 ] || echo "@problem $c";',
  'else echo "@supervisor none"; fi',
].join(' ')

/** What a server says about its services. */
export interface FoundServices {
  keepers: { keeper: ServiceKeeper; isHere: boolean; problem: string }[]
  list: Service[]
}

const SYSTEMD_STATES: Readonly<Record<string, ServiceState>> = {
  active: 'running',
  reloading: 'changing',
  activating: 'changing',
  deactivating: 'changing',
  failed: 'failed',
  inactive: 'stopped',
}
const SUPERVISOR_STATES: Readonly<Record<string, ServiceState>> = {
  RUNNING: 'running',
  STARTING: 'changing',
  BACKOFF: 'changing',
  STOPPING: 'changing',
  STOPPED: 'stopped',
  EXITED: 'stopped',
  FATAL: 'failed',
}

/** UNIT LOAD ACTIVE SUB DESCRIPTION; units that are not there (only named by others) are left out. */
function readUnit(line: string): Service | undefined {
  const match = /^[●○*]?\s*(\S+\.service)\s+(\S+)\s+(\S+)\s+(\S+)\s*(.*)$/u.exec(line)
  if (!match) return undefined
  const [, name = '', load = '', active = '', sub = '', description = ''] = match
  if (load === 'not-found') return undefined
  // A unit that has done its work and is still "active" runs nothing.
  const state = active === 'active' && sub === 'exited' ? 'stopped' : (SYSTEMD_STATES[active] ?? 'unknown')
  return { keeper: 'systemd', name, state, detail: `${active} (${sub})`, description }
}

/** `group:name  STATE  pid 12, uptime 0:00:01` or what went wrong. */
function readProgram(line: string): Service | undefined {
  const match = /^(\S+)\s+(STOPPED|STARTING|RUNNING|BACKOFF|STOPPING|EXITED|FATAL|UNKNOWN)\s*(.*)$/.exec(line)
  if (!match) return undefined
  const [, name = '', word = '', description = ''] = match
  return { keeper: 'supervisor', name, state: SUPERVISOR_STATES[word] ?? 'unknown', detail: word, description }
}

const READERS = { systemd: readUnit, supervisor: readProgram } as const satisfies Record<ServiceKeeper, unknown>

/** Reads what `LIST_PROGRAM` prints. */
export function readServices(output: string): FoundServices {
  const found: FoundServices = { keepers: [], list: [] }
  let words: string[] = []
  for (const line of output.split('\n')) {
    const keeper = SERVICE_KEEPERS.find((name) => line === `@${name} here` || line === `@${name} none`)
    const last = found.keepers.at(-1)
    if (keeper) {
      found.keepers.push({ keeper, isHere: line.endsWith('here'), problem: '' })
      words = []
    } else if (line.startsWith('@problem ') && last) {
      last.problem = words.slice(0, 5).join('\n') || `exit code ${line.slice('@problem '.length)}`
    } else if (last?.isHere && line.trim() !== '') {
      const service = READERS[last.keeper](line)
      if (service) found.list.push(service)
      else words.push(line.trim())
    }
  }
  return found
}
