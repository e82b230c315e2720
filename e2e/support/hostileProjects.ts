import path from 'node:path'
import { DeployState } from '@windlass/shared-kit/contract'
import { DeployList, DeployPublish } from '@windlass/shared-kit/contract/deploy'
import { DeployLockAdd, FreezeWindowAdd } from '@windlass/shared-kit/contract/deployGuard'
import { TrainAdd, TrainStart } from '@windlass/shared-kit/contract/deployTrain'
import { MonitorAdd } from '@windlass/shared-kit/contract/monitor'
import { MonitorMaintenanceAdd } from '@windlass/shared-kit/contract/monitorMaintenance'
import { ProjectAdd, ProjectList } from '@windlass/shared-kit/contract/project'
import { ProjectProcessAdd } from '@windlass/shared-kit/contract/projectProcess'
import { ProjectTaskAdd } from '@windlass/shared-kit/contract/projectTask'
import { type Api, until } from './fixtures.ts'
import {
  ADMIN_ID,
  CLOSED_PORT,
  forEach,
  type Ground,
  NAMES,
  REASON,
  type Shown,
  TITLE,
  titled,
} from './hostileGround.ts'
import { hostileTexts } from './hostileTexts.ts'

const deployed = (api: Api) =>
  until('no deploy goes on', async () =>
    (await api.call(DeployList)).list.every((row) => row.deployState !== DeployState.Deploying),
  )

/** What belongs to one project. */
async function fillProject({ api, commit }: Ground, projectId: number): Promise<void> {
  await forEach(NAMES, (name) =>
    api.call(ProjectProcessAdd, { projectId, name, status: name, start: name, stop: name, restart: name }),
  )
  const date = '2099-01-01 00:00:00'
  await api.call(ProjectTaskAdd, { projectId, branch: 'main', commit, date, zone: 'UTC', customVariables: [] })
}

/** What is set up beside projects; answers the run of a train. */
async function addDeployRows({ api }: Ground, projectId: number): Promise<number> {
  const once = { environment: 2, kind: 'weekly' as const, startTime: '', endTime: '', days: [1] }
  const rest = { ...once, startClock: '10:00', minutes: 5, zone: 'UTC', state: 1 as const }
  await forEach(hostileTexts(100), (name) => api.call(FreezeWindowAdd, { ...rest, name, reason: name }))
  const trains = await forEach([...NAMES, TITLE], (name) =>
    api.call(TrainAdd, { name, cars: [{ projectId, kind: 'newest', revision: '' }] }),
  )
  const { id } = await api.call(TrainStart, { id: trains.at(-1)?.id ?? 0 })
  await deployed(api)
  await api.call(DeployLockAdd, { projectId, reason: REASON })
  return id
}

/** Projects, one of them deployed, and all that is about them. */
export async function addProjects(ground: Ground, serverId: number): Promise<Shown[]> {
  const { api, sshd, repository } = ground
  const base = { repoType: 'git', url: repository, branch: 'main', environment: 1 } as const
  await forEach(NAMES, (name) =>
    api.call(ProjectAdd, { ...base, name, path: `/srv/${name}`.slice(0, 255), label: name.replaceAll(',', '') }),
  )
  const place = { path: path.join(sshd.folder, 'target'), symlinkPath: path.join(sshd.folder, 'releases') }
  const label = NAMES.map((name) => name.trim().slice(0, 40)).join(',')
  const bound = { serverIds: [serverId], userIds: [ADMIN_ID], symlinkBackupNumber: 5 }
  await api.call(ProjectAdd, { ...base, ...place, ...bound, name: TITLE, label })
  const id = Math.max(...(await api.call(ProjectList)).list.map((project) => project.id))
  await api.call(DeployPublish, { projectId: id })
  await deployed(api)
  await fillProject(ground, id)
  const runId = await addDeployRows(ground, id)
  const own = ['detail', 'review', 'schedule', 'deliveries', 'compare', 'sync', 'process']
  return [
    ...['/deploy/index', '/project/index', '/deploy/train'].map((page) => ({ path: page, texts: NAMES })),
    { path: '/deploy/freeze', texts: hostileTexts(100) },
    ...[`/deploy/train/${runId}`, `/project/files/${id}`, '/log/publishLog?rows=100'].map(titled),
    ...own.map((page) => titled(`/deploy/${page}/${id}`)),
  ]
}

/** Monitors, and times in which nobody is told. */
export async function addMonitors({ api }: Ground): Promise<Shown[]> {
  const how = { second: 3600, times: 1, silentCycle: 1, notifyType: 255, notifyTarget: 'http://127.0.0.1:1/x' } as const
  const made = await forEach([...NAMES, TITLE], (name) =>
    api.call(MonitorAdd, {
      ...how,
      type: 2,
      target: { items: [`127.0.0.1:${CLOSED_PORT}`], process: name },
      name,
      description: name,
    }),
  )
  const id = made.at(-1)?.id ?? 0
  await forEach(NAMES, (name) =>
    api.call(MonitorMaintenanceAdd, {
      monitorId: id,
      name,
      kind: 'weekly',
      weekdays: [1],
      startClock: '10:00',
      minutes: 5,
      timeZone: 'UTC',
    }),
  )
  return [
    { path: '/monitor/index', texts: NAMES },
    { path: `/monitor/detail/${id}`, texts: NAMES },
  ]
}
