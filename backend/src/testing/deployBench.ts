import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { InputOf } from '@windlass/shared-kit/contract'
import { DeployLog, DeployPublish, DeployTraceList } from '@windlass/shared-kit/contract/deploy'
import { ProjectAdd, ProjectList } from '@windlass/shared-kit/contract/project'
import { ServerAdd } from '@windlass/shared-kit/contract/server'
import { execa } from 'execa'
import { type LocalSshd, startLocalSshd, writeKeyPair } from '../platform/ssh/localSshd.ts'
import type { TestCaller, TestServer } from './testServer.ts'

/** Several servers on one machine need a view of the disk of their own each, which only root can make. */
export const CAN_MOUNT = process.getuid?.() === 0 && process.platform === 'linux'

type ProjectInput = InputOf<typeof ProjectAdd>

/** A target: a real sshd that sees its own folder where all of them have `DeployBench.root`. */
export interface BenchTarget {
  sshd: LocalSshd
  /** What the target has at `root`, seen from here. */
  disk: string
}

/** Real targets and a real repository to deploy between. */
export interface DeployBench {
  folder: string
  /** The folder every target has for itself. */
  root: string
  keyDir: string
  origin: string
  git(...args: string[]): Promise<string>
  /** Writes files and commits them; answers the commit. */
  commit(message: string, files: Record<string, string>): Promise<string>
  /** @param tmpfs size of a disk in memory, such as `1m` */
  startTarget(options?: { tmpfs?: string }): Promise<BenchTarget>
  stop(): Promise<void>
}

const mountCommand = (tmpfs: string | undefined) =>
  tmpfs === undefined
    ? 'mount --bind "$0" "$1" && shift && exec "$@"'
    : `mount -t tmpfs -o size=${tmpfs} tmpfs "$1" && mount --bind "$1" "$1" && shift && exec "$@"`

/** Makes a repository with one commit on `main`; targets are started as they are needed. */
export async function makeDeployBench(): Promise<DeployBench> {
  const folder = await mkdtemp(path.join(tmpdir(), 'windlass-bench-'))
  const root = path.join(folder, 'root')
  const keyDir = path.join(folder, 'keys')
  const origin = path.join(folder, 'origin')
  await mkdir(root)
  await mkdir(keyDir, { mode: 0o700 })
  const publicKey = await writeKeyPair(path.join(keyDir, 'id_ed25519'), 'bench')
  await execa('git', ['init', '-q', '-b', 'main', origin])
  const targets: LocalSshd[] = []

  const git = async (...args: string[]) =>
    (await execa('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], { cwd: origin })).stdout
  const commit = async (message: string, files: Record<string, string>) => {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(origin, name)), { recursive: true })
      await writeFile(path.join(origin, name), content)
    }
    await git('add', '.')
    await git('commit', '-q', '--allow-empty', '-m', message)
    return git('rev-parse', 'HEAD')
  }
  await commit('first', { 'index.html': 'one\n', 'lib/code.js': 'code\n' })

  return {
    folder,
    root,
    keyDir,
    origin,
    git,
    commit,
    startTarget: async ({ tmpfs } = {}) => {
      const disk = path.join(folder, `disk${targets.length}`)
      await mkdir(disk)
      const launcher = ['unshare', '-m', 'sh', '-c', mountCommand(tmpfs), disk, root]
      const sshd = await startLocalSshd({
        folder: path.join(folder, `sshd${targets.length}`),
        authorizedKeys: [publicKey],
        ...(CAN_MOUNT && { launcher }),
      })
      targets.push(sshd)
      return {
        sshd,
        disk: CAN_MOUNT ? disk : root,
      }
    },
    stop: async () => {
      for (const target of targets) await target.stop()
      await rm(folder, {
        recursive: true,
        force: true,
      })
    },
  }
}

/** Enters a target as a server of the caller's namespace and answers its id. */
export async function addTarget(
  caller: TestCaller,
  bench: DeployBench,
  place: { name: string; port: number; host?: string },
): Promise<number> {
  const { name, port, host = '127.0.0.1' } = place
  const fields = { name, os: 'linux' as const, ip: host, port, owner: process.env['USER'] || 'root' }
  const { id } = await caller.call(ServerAdd, { ...fields, path: path.join(bench.keyDir, 'id_ed25519') })
  return id
}

/** Adds a project on the bench's repository and answers its id. */
export async function addProject(caller: TestCaller, bench: DeployBench, change: Partial<ProjectInput> = {}) {
  const base = { name: 'shop', repoType: 'git' as const, url: bench.origin, environment: 1, branch: 'main' }
  await caller.call(ProjectAdd, { ...base, path: path.join(bench.root, 'shop'), ...change })
  return (await caller.call(ProjectList)).list[0]?.id ?? 0
}

const LOOK_MS = 50

/** Waits until something is so; fails, with what was waited for, when even a very busy machine would have done it. */
export async function until(what: string, look: () => Promise<boolean> | boolean, limitMs = 45_000): Promise<void> {
  for (const start = Date.now(); !(await look()); ) {
    if (Date.now() - start > limitMs) throw new Error(`waited too long until ${what}`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

/** How a deploy ended. */
export async function endOf(server: TestServer, token: string, limitMs = 45_000) {
  const read = () =>
    server.platform.db.selectFrom('publish').selectAll().where('token', '=', token).executeTakeFirstOrThrow()
  await until(
    `the deploy ${token} has ended`,
    async () => !['queued', 'running'].includes((await read()).state),
    limitMs,
  )
  return read()
}

/** Deploys and waits for the end. */
export async function deploy(
  server: TestServer,
  projectId: number,
  input: Partial<InputOf<typeof DeployPublish>> = {},
) {
  const { token } = await server.admin.call(DeployPublish, { projectId, ...input })
  return endOf(server, token)
}

/** The whole log of a deploy as entries. */
export async function logOf(caller: TestCaller, projectId: number, token: string) {
  const entries = []
  for (let offset = 0; ; ) {
    const page = await caller.call(DeployLog, { projectId, token, offset })
    entries.push(...page.entries)
    if (page.isEnded || page.nextOffset === offset) return entries
    offset = page.nextOffset
  }
}

/** The output of a deploy as text, of one server or of all. */
export async function outputOf(caller: TestCaller, projectId: number, token: string, serverId?: number) {
  const entries = await logOf(caller, projectId, token)
  return entries
    .filter((entry) => serverId === undefined || entry.serverId === serverId)
    .map((entry) => entry.text)
    .join('')
}

/** Types of the trace with 1 for success, in order. */
export async function traceOf(caller: TestCaller, token: string) {
  const { list } = await caller.call(DeployTraceList, { lastPublishToken: token })
  return list.map(({ type, state }) => [type, state])
}
