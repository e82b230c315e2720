import { existsSync } from 'node:fs'
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { execa, type ResultPromise } from 'execa'
import { AGENT_PROGRAM } from '../modules/agent/agentProgram.ts'

/** What the agent is started with: nothing beyond it is on its PATH. */
export interface MachineTools {
  /** `dash`, `bash` or `busybox`. */
  shell: string
  awk: 'busybox' | 'gawk' | 'mawk'
  http: 'busybox' | 'curl' | 'wget'
  digest: 'busybox' | 'openssl' | 'sha256sum'
  /** The small tools of this one or of coreutils. */
  small: 'busybox' | 'coreutils'
}

/** Like the smallest installations of three families. */
export const MACHINES: Readonly<Record<'Alpine' | 'CentOS' | 'Debian' | 'DebianWget', MachineTools>> = {
  Debian: { shell: 'dash', awk: 'mawk', http: 'curl', digest: 'sha256sum', small: 'coreutils' },
  DebianWget: { shell: 'dash', awk: 'mawk', http: 'wget', digest: 'sha256sum', small: 'coreutils' },
  CentOS: { shell: 'bash', awk: 'gawk', http: 'curl', digest: 'openssl', small: 'coreutils' },
  Alpine: { shell: 'busybox', awk: 'busybox', http: 'busybox', digest: 'busybox', small: 'busybox' },
}

const SMALL =
  'cat cut date df head id kill mkdir mkfifo mv rm rmdir setsid sleep tail timeout tr wc echo env true'.split(' ')
const FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin']

function find(name: string): string {
  const file = FOLDERS.map((folder) => path.join(folder, name)).find((candidate) => existsSync(candidate))
  if (file === undefined) throw new Error(`${name} is not on this machine`)
  return file
}

/** Makes a folder of programs, to be the only one on a PATH. */
export async function makeToolFolder(folder: string, { shell, awk, http, digest, small }: MachineTools): Promise<void> {
  await mkdir(folder, { recursive: true })
  const put = (name: string, from: string) => symlink(find(from), path.join(folder, name))
  for (const name of SMALL) await put(name, small === 'busybox' ? 'busybox' : name)
  await put('sh', shell)
  await put('awk', awk)
  await put(http === 'curl' ? 'curl' : 'wget', http)
  await put(digest === 'openssl' ? 'openssl' : 'sha256sum', digest)
}

/** The program in a folder of its own, with settings as the console writes them. */
export interface TestMachine {
  home: string
  run(...words: string[]): ResultPromise<{ reject: false }>
}

/** Lays the program down; start it with `run('run')` and end it with `run('stop')`. */
export async function makeMachine(
  folder: string,
  tools: MachineTools,
  settings: { serverId: number; url: string; key: string },
): Promise<TestMachine> {
  const home = path.join(folder, 'home')
  const bin = path.join(folder, 'bin')
  await mkdir(home, { recursive: true })
  await makeToolFolder(bin, tools)
  const program = path.join(home, 'windlass-agent')
  await writeFile(program, AGENT_PROGRAM)
  await chmod(program, 0o700)
  const lines = [
    `server=${settings.serverId}`,
    `url=${settings.url}`,
    `key=${settings.key}`,
    'tool=auto',
    `path=${bin}`,
  ]
  await writeFile(path.join(home, 'windlass-agent.conf'), `${lines.join('\n')}\n`, { mode: 0o600 })
  const options = { env: { PATH: bin }, extendEnv: false, reject: false, cwd: '/' } as const
  return { home, run: (...words) => execa(path.join(bin, 'sh'), [program, ...words], options) }
}
