import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { Environment } from '@windlass/shared-kit/contract'
import type { DemoIds } from '@windlass/shared-kit/contract/demo'
import { execa } from 'execa'
import type { Caller } from '../../platform/caller.ts'
import { findSshd, type LocalSshd, writeKeyPair } from '../../platform/ssh/localSshd.ts'
import { quotePosix } from '../../platform/ssh/quotePosix.ts'
import type { Ssh } from '../../platform/ssh/ssh.ts'
import type { ProjectService } from '../project/project.service.ts'
import type { ServerService } from '../server/server.service.ts'
import type { createDemoStore } from './demo.store.ts'
import type { DemoFiles } from './demoFiles.ts'
import { createDemoRepository, DEMO_BRANCH } from './demoRepository.ts'
import type { DemoTargets } from './demoTargets.ts'

/** What building a demo takes. */
export interface DemoTools {
  ssh: Ssh
  store: ReturnType<typeof createDemoStore>
  files: DemoFiles
  targets: DemoTargets
  servers: ServerService
  projects: ProjectService
}

const RELEASES_KEPT = 5

const hasProgram = async (name: string): Promise<boolean> =>
  (await execa(name, ['--version'], { reject: false })).exitCode === 0

/** What is missing on this machine for a demo, as what to do about it; "" when nothing is. */
export async function missingForDemo(): Promise<string> {
  const packages: string[] = []
  if (!(await findSshd())) packages.push('openssh-server')
  if (!(await hasProgram('git'))) packages.push('git')
  if (packages.length === 0) return ''
  return `the machine of the console lacks ${packages.join(' and ')}; install it (apt-get install ${packages.join(' ')})`
}

async function addServer({ ssh, servers }: DemoTools, caller: Caller, target: LocalSshd, key: string): Promise<number> {
  const { host, port, user } = target
  // The port is a random one, and whatever listened there once was not this sshd.
  await ssh.hostKeys.forget({ host, port })
  const connection = { ip: host, port, owner: user, path: key }
  await servers.check(caller, connection)
  return servers.add(caller, {
    ...connection,
    name: 'Demo target (this machine)',
    namespaceId: caller.namespaceId,
    os: 'linux',
    description: 'An OpenSSH server of its own; it goes away with the demo',
  })
}

async function addProject({ store, files, projects }: DemoTools, caller: Caller, serverId: number): Promise<number> {
  const { repository, site, releases } = files.places(caller.namespaceId)
  const isRsyncThere = await hasProgram('rsync')
  // A super manager may work in namespaces he is no member of.
  const isMember = await store.isMember(caller.namespaceId, caller.userId)
  const afterDeploy = `echo "live now: $(cat ${quotePosix(path.join(site, 'version.txt'))})"\nls ${quotePosix(site)}`
  const input = {
    name: 'Demo: Harbour coffee',
    repoType: 'git' as const,
    url: repository,
    label: 'demo',
    path: site,
    environment: Environment.Test,
    branch: DEMO_BRANCH,
    symlinkPath: releases,
    symlinkBackupNumber: RELEASES_KEPT,
    script: {
      afterPull: { mode: 'sh' as const, content: 'sh scripts/build.sh' },
      afterDeploy: { mode: 'sh' as const, content: afterDeploy },
    },
    transferType: isRsyncThere ? ('rsync' as const) : ('sftp' as const),
    transferOption: isRsyncThere ? '-rtv --exclude .git' : '',
    serverIds: [serverId],
    userIds: isMember ? [caller.userId] : [],
  }
  return projects.add(caller, input, true)
}

/** Makes everything, or nothing when a part of it fails. */
export async function buildDemo(tools: DemoTools, caller: Caller): Promise<DemoIds> {
  const { files, targets, servers } = tools
  const { namespaceId } = caller
  const places = files.places(namespaceId)
  await files.remove(namespaceId)
  let serverId = 0
  try {
    await mkdir(path.dirname(places.site), { recursive: true })
    await mkdir(path.dirname(places.key), { recursive: true, mode: 0o700 })
    await createDemoRepository(places.repository)
    const publicKey = await writeKeyPair(places.key, `windlass demo ${namespaceId}`)
    const target = await targets.start(namespaceId, publicKey)
    serverId = await addServer(tools, caller, target, places.key)
    const projectId = await addProject(tools, caller, serverId)
    await files.write({ namespaceId, projectId, serverId, port: target.port, pid: target.pid })
    return { projectId, serverId }
  } catch (error) {
    if (serverId !== 0) await servers.discard(namespaceId, serverId)
    await targets.stop(namespaceId)
    await files.remove(namespaceId)
    throw error
  }
}
