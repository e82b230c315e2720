import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startSshd, type TestSshd } from '@windlass/backend/testing/sshd'
import { startConsole } from '@windlass/e2e/support/consoleProcess'
import { type Api, openApi } from '@windlass/e2e/support/fixtures'
import { makeRepository, type TestRepository } from '@windlass/e2e/support/gitRepository'
import { DeployState } from '@windlass/shared-kit/contract'
import { DeployList, DeployPublish } from '@windlass/shared-kit/contract/deploy'
import { ProjectAdd, ProjectList } from '@windlass/shared-kit/contract/project'
import { ServerAdd } from '@windlass/shared-kit/contract/server'
import { execa } from 'execa'
import { alternated, type Comparison, median, milliseconds } from './benchmark.ts'

const FILES = 2000
const CHANGED_FILES = 20
const LINES = 60
const ROUNDS = 5
const LOOK_MS = 20
const LIMIT_MS = 120_000
const TARGETS = [
  { servers: 1, target: 1.25 },
  { servers: 10, target: 1 },
]

/** How a deploy compares with a shell script that does the same by hand. */
export async function run(): Promise<Comparison[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'windlass-bench-'))
  const diskAt = path.join(folder, 'disk')
  const repository = await makeRepository()
  const sshds: TestSshd[] = []
  const most = Math.max(...TARGETS.map(({ servers }) => servers))
  for (let count = 0; count < most; count++) {
    sshds.push(await startSshd({ diskAt, ...(sshds[0] && { sameKeysAs: sshds[0] }) }))
  }
  const keyDir = sshds[0]?.keyDir ?? ''
  const server = await startConsole({ env: { SSH_KEY_DIR: keyDir } })
  try {
    await repository.commit('everything', files(FILES, 'first'))
    await execa('git', ['clone', '--quiet', repository.url, path.join(folder, 'copy')])
    const bench: Bench = { api: await openApi(server.url), folder, diskAt, repository, sshds }
    const serverIds = await addServers(bench)
    const comparisons: Comparison[] = []
    for (const { servers, target } of TARGETS) {
      comparisons.push(await compare(bench, serverIds.slice(0, servers), target))
    }
    return comparisons
  } finally {
    await server.remove()
    for (const sshd of sshds.toReversed()) await sshd.stop()
    await repository.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Bench {
  api: Api
  folder: string
  diskAt: string
  repository: TestRepository
  sshds: TestSshd[]
}

function files(count: number, version: string): Record<string, string> {
  const content = (number: number) => `file ${number} ${version}\n${`line of file ${number}\n`.repeat(LINES)}`
  const names = Array.from({ length: count }, (_, number) => [
    `part-${number % 40}/file-${number}.txt`,
    content(number),
  ])
  return Object.fromEntries(names)
}

const addServers = ({ api, sshds }: Bench) =>
  Promise.all(
    sshds.map(async ({ host, port, user, keyPath }, index) => {
      const place = { name: `target-${index}`, os: 'linux' as const, ip: host, port, owner: user, path: keyPath }
      return (await api.call(ServerAdd, { namespaceId: 1, ...place })).id
    }),
  )

async function compare(bench: Bench, serverIds: number[], target: number): Promise<Comparison> {
  const name = `deploy, ${serverIds.length} ${serverIds.length === 1 ? 'server' : 'servers'}`
  const projectId = await addProject(bench, name, serverIds)
  const ports = bench.sshds.slice(0, serverIds.length).map(({ port }) => port)
  let version = 0
  const changed = async (deploy: () => Promise<void>) => {
    version += 1
    await bench.repository.commit(`${name} ${version}`, files(CHANGED_FILES, `${name} ${version}`))
    const startedAt = performance.now()
    await deploy()
    return performance.now() - startedAt
  }
  const times = await alternated(ROUNDS, {
    ours: () => changed(() => deployByConsole(bench.api, projectId)),
    baseline: () => changed(() => deployByScript(bench, `${serverIds.length}-${version}`, ports)),
  })
  const [ours, baseline] = [median(times.ours), median(times.baseline)]
  const figures = `${milliseconds(ours)} against ${milliseconds(baseline)} by script, ${FILES} files of which ${CHANGED_FILES} changed, ${ROUNDS} deploys each`
  return { name, ratio: ours / baseline, target, figures }
}

async function addProject({ api, diskAt, repository }: Bench, name: string, serverIds: number[]): Promise<number> {
  const folder = path.join(diskAt, `console-${serverIds.length}`)
  await api.call(ProjectAdd, {
    ...{ name, repoType: 'git', url: repository.url, branch: 'main', environment: 1, serverIds },
    ...{ path: path.join(folder, 'live'), symlinkPath: path.join(folder, 'releases'), symlinkBackupNumber: 3 },
    ...{ transferType: 'rsync', transferOption: '-rt --exclude .git', deployServerMode: 'parallel' },
  })
  const { list } = await api.call(ProjectList)
  const project = list.find((item) => item.name === name)
  if (!project) throw new Error(`${name} was added and is not there`)
  return project.id
}

async function deployByConsole(api: Api, projectId: number): Promise<void> {
  const { token } = await api.call(DeployPublish, { projectId })
  for (const end = Date.now() + LIMIT_MS; Date.now() < end; ) {
    const row = (await api.call(DeployList)).list.find(({ id }) => id === projectId)
    if (row?.lastPublishToken === token && row.deployState === DeployState.Success) return
    if (row?.deployState === DeployState.Failed) throw new Error('the deploy failed')
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  throw new Error('the deploy did not end')
}

async function deployByScript({ folder, diskAt, sshds }: Bench, release: string, ports: number[]): Promise<void> {
  const script = path.join(import.meta.dirname, 'deploy.sh')
  const target = path.join(diskAt, 'script')
  await execa('bash', [
    script,
    path.join(folder, 'copy'),
    sshds[0]?.keyPath ?? '',
    target,
    release,
    ...ports.map(String),
  ])
}
