import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { startSshd, type TestSshd } from '@windlass/backend/testing/sshd'
import { startConsole } from '@windlass/e2e/support/consoleProcess'
import { type Api, openApi } from '@windlass/e2e/support/fixtures'
import { makeRepository } from '@windlass/e2e/support/gitRepository'
import { DeployState } from '@windlass/shared-kit/contract'
import { DeployList, DeployPublish } from '@windlass/shared-kit/contract/deploy'
import { ProjectAdd, ProjectList } from '@windlass/shared-kit/contract/project'
import { ServerAdd } from '@windlass/shared-kit/contract/server'
import { execa } from 'execa'
import { alternated, type Comparison, median, milliseconds } from './benchmark.ts'

const SERVERS = 10
const FILES = 2000
const LINES = 60
const ROUNDS = 5
const LOOK_MS = 20
const LIMIT_MS = 120_000
const TARGET = 1.3
/** The console closes connections that nobody used for a minute. */
const SILENCE_MS = 65_000
const ROUNDS_AFTER_SILENCE = 3

/**
 * What a deploy that changes nothing costs on ten servers, against rsync by hand to all of them at once: with the
 * connections of the deploy before, and after a silence in which they were closed.
 */
export async function run(): Promise<Comparison[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'windlass-bench-'))
  const diskAt = path.join(folder, 'disk')
  const repository = await makeRepository()
  const sshds: TestSshd[] = []
  for (let count = 0; count < SERVERS; count++) {
    sshds.push(await startSshd({ diskAt, ...(sshds[0] && { sameKeysAs: sshds[0] }) }))
  }
  const server = await startConsole({ env: { SSH_KEY_DIR: sshds[0]?.keyDir ?? '' } })
  try {
    await repository.commit('everything', files())
    const copy = path.join(folder, 'copy')
    await execa('git', ['clone', '--quiet', repository.url, copy])
    const api = await openApi(server.url)
    const projectId = await addProject(api, { url: repository.url, place: path.join(diskAt, 'console'), sshds })
    const ours = () => timed(() => deployByConsole(api, projectId))
    const baseline = () => timed(() => rsyncByHand(copy, path.join(diskAt, 'hand'), sshds))
    const shared = await alternated(ROUNDS, { ours, baseline })
    const afterSilence = async () => {
      await new Promise((resolve) => setTimeout(resolve, SILENCE_MS))
      return ours()
    }
    const fresh = await alternated(ROUNDS_AFTER_SILENCE, { ours: afterSilence, baseline })
    return [
      comparison(`redeploy-ten, ${SERVERS} servers`, shared),
      comparison('redeploy-ten, no connection open', fresh),
    ]
  } finally {
    await server.remove()
    for (const sshd of sshds.toReversed()) await sshd.stop()
    await repository.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

function comparison(name: string, times: Record<'ours' | 'baseline', number[]>): Comparison {
  const [ours, baseline] = [median(times.ours), median(times.baseline)]
  const load = loadavg()[0]?.toFixed(1)
  const figures = `${milliseconds(ours)} against ${milliseconds(baseline)} by rsync to all at once, ${FILES} files of which none changed, ${times.ours.length} deploys each, load ${load}`
  return { name, ratio: ours / baseline, target: TARGET, figures }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

function files(): Record<string, string> {
  const content = (number: number) => `line of file ${number}\n`.repeat(LINES)
  const names = Array.from({ length: FILES }, (_, number) => [
    `part-${number % 40}/file-${number}.txt`,
    content(number),
  ])
  return Object.fromEntries(names)
}

interface Place {
  url: string
  /** Where the project lies on the servers. */
  place: string
  sshds: readonly TestSshd[]
}

/** Without releases, as by hand: what is there already is compared, not copied. */
async function addProject(api: Api, { url, place, sshds }: Place): Promise<number> {
  const serverIds = await Promise.all(
    sshds.map(async ({ host, port, user, keyPath }, index) => {
      const fields = { name: `target-${index}`, os: 'linux' as const, ip: host, port, owner: user, path: keyPath }
      return (await api.call(ServerAdd, { namespaceId: 1, ...fields })).id
    }),
  )
  await api.call(ProjectAdd, {
    ...{ name: 'ten', repoType: 'git', url, branch: 'main', environment: 1, serverIds, path: place },
    ...{ transferType: 'rsync', transferOption: '-rt --exclude .git', deployServerMode: 'parallel' },
  })
  return (await api.call(ProjectList)).list[0]?.id ?? 0
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

/** What a person types who knows how: fetch, then one rsync per server, all in the background. */
async function rsyncByHand(copy: string, place: string, sshds: readonly TestSshd[]): Promise<void> {
  await execa('git', ['-C', copy, 'fetch', '--quiet', 'origin', 'main'])
  await execa('git', ['-C', copy, 'reset', '--quiet', '--hard', 'FETCH_HEAD'])
  const trust = '-o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR'
  await Promise.all(
    sshds.map(({ host, port, keyPath }) => {
      const shell = `ssh -i ${keyPath} -p ${port} ${trust}`
      return execa('rsync', ['-rt', '--exclude', '.git', '-e', shell, '--', `${copy}/`, `${host}:${place}/`])
    }),
  )
}
