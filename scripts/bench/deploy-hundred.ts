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
import type { Comparison } from './benchmark.ts'

const PROJECTS = 100
const TARGETS = 10
/** Deploys at once, for the console as for the shell. */
const AT_ONCE = 10
const FILES = 100
const LOOK_MS = 100
const LIMIT_MS = 600_000
/** The shell keeps no queue, no log, no trace and no releases that can be gone back to. */
const TARGET = 2
const SECOND_MS = 1000
const MIB = 1_048_576

/** A hundred deploys that are asked for at once, against a shell that does ten of the same at a time. */
export async function run(): Promise<Comparison[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'windlass-bench-'))
  const diskAt = path.join(folder, 'disk')
  const repository = await makeRepository()
  const sshds: TestSshd[] = []
  for (let count = 0; count < TARGETS; count += 1) {
    sshds.push(await startSshd({ diskAt, ...(sshds[0] && { sameKeysAs: sshds[0] }) }))
  }
  const env = { SSH_KEY_DIR: sshds[0]?.keyDir ?? '', DEPLOY_LIMIT: String(AT_ONCE) }
  const server = await startConsole({ env })
  try {
    await repository.commit('everything', Object.fromEntries(filesOf(FILES)))
    const bench: Bench = { api: await openApi(server.url), url: server.url, diskAt, folder, repository, sshds }
    const projectIds = await addProjects(bench)
    const shell = await byShell(bench)
    const ours = await byConsole(bench, projectIds)
    return [
      {
        name: `${PROJECTS} deploys to ${TARGETS} servers, ${AT_ONCE} at once, against a shell that does the same`,
        ratio: ours.ms / shell,
        target: TARGET,
        figures: [
          `${seconds(ours.ms)} against ${seconds(shell)}`,
          `${ours.failed} failed`,
          `memory grew by ${Math.round(ours.grownBytes / MIB)} MiB`,
          `the one that overtook most overtook ${ours.mostOvertaken}`,
        ].join(', '),
      },
    ]
  } finally {
    await server.remove()
    for (const sshd of sshds.toReversed()) await sshd.stop()
    await repository.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Bench {
  api: Api
  url: string
  diskAt: string
  folder: string
  repository: TestRepository
  sshds: TestSshd[]
}

const seconds = (ms: number): string => `${(ms / SECOND_MS).toFixed(1)} s`

const filesOf = (count: number): [string, string][] =>
  Array.from({ length: count }, (_, number) => [
    `part-${number % 10}/file-${number}.txt`,
    `file ${number}\n`.repeat(50),
  ])

async function addProjects({ api, diskAt, repository, sshds }: Bench): Promise<number[]> {
  const serverIds: number[] = []
  for (const [index, { host, port, user, keyPath }] of sshds.entries()) {
    const place = { name: `target-${index}`, os: 'linux' as const, ip: host, port, owner: user, path: keyPath }
    serverIds.push((await api.call(ServerAdd, { namespaceId: 1, ...place })).id)
  }
  for (let number = 0; number < PROJECTS; number += 1) {
    await api.call(ProjectAdd, {
      name: `project ${number}`,
      repoType: 'git',
      url: repository.url,
      branch: 'main',
      environment: 4,
      path: `${diskAt}/apps/${number}`,
      symlinkPath: `${diskAt}/releases/${number}`,
      symlinkBackupNumber: 2,
      serverIds: [serverIds[number % TARGETS] ?? 0],
    })
  }
  const { list } = await api.call(ProjectList)
  return list.map(({ id }) => id).toReversed()
}

async function memoryOf(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1] ?? 0)
}

/** All at once; who was asked first has to come first, as far as ten at once allow it. */
async function byConsole({ api, url }: Bench, projectIds: readonly number[]) {
  const before = await memoryOf(url)
  const start = performance.now()
  await Promise.all(projectIds.map((projectId) => api.call(DeployPublish, { projectId })))
  const begun: number[] = []
  let most = before
  for (;;) {
    const { list } = await api.call(DeployList)
    for (const { id, queuePosition } of list) if (queuePosition === 0 && !begun.includes(id)) begun.push(id)
    most = Math.max(most, await memoryOf(url))
    const isBusy = list.some(({ deployState }) => deployState === DeployState.Deploying)
    if (!isBusy) {
      const failed = list.filter(({ deployState }) => deployState !== DeployState.Success).length
      const overtaken = begun.map((id, place) => Math.max(0, projectIds.indexOf(id) - place))
      const ms = performance.now() - start
      return { ms, failed, grownBytes: most - before, mostOvertaken: Math.max(...overtaken) }
    }
    if (performance.now() - start > LIMIT_MS) throw new Error('the deploys did not end')
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

/** What somebody writes who has ten terminals: clone, copy, switch the link, the next one. */
const SHELL = `set -eu
number=$1 repository=$2 folder=$3 key=$4 disk=$5 port=$6
options="-i $key -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR"
copy=$folder/by-shell-$number
git clone --quiet "$repository" "$copy"
ssh $options -p "$port" 127.0.0.1 "mkdir -p $disk/by-shell/$number"
rsync -rt --exclude .git -e "ssh $options -p $port" "$copy/" "127.0.0.1:$disk/by-shell/$number/release/"
ssh $options -p "$port" 127.0.0.1 "ln -sfn $disk/by-shell/$number/release $disk/by-shell/$number/live"
`

async function byShell({ folder, repository, diskAt, sshds }: Bench): Promise<number> {
  const numbers = Array.from({ length: PROJECTS }, (_, number) => number)
  const start = performance.now()
  const work = async () => {
    for (let number = numbers.shift(); number !== undefined; number = numbers.shift()) {
      const { port = 0, keyPath = '' } = sshds[number % TARGETS] ?? {}
      const args = [number, repository.url, folder, keyPath, diskAt, port].map(String)
      await execa('bash', ['-c', SHELL, 'deploy', ...args])
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return performance.now() - start
}
