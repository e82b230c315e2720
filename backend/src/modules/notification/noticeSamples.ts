import { DeployState, NotifyType, State } from '@windlass/shared-kit/contract'
import type { NoticeUse } from '@windlass/shared-kit/contract/notification'
import { BLANK_PROJECT } from '@windlass/shared-kit/contract/project'
import { BLANK_SERVER } from '@windlass/shared-kit/contract/server'
import { formatTimestamp, utcText } from '../../platform/timestamp.ts'
import { linkOf } from './noticeData.ts'
import { templateName } from './templateView.ts'

type Data = Readonly<Record<string, unknown>>

const HOUR_MS = 3_600_000
const server = (id: number, name: string, ip: string) => ({
  ...BLANK_SERVER,
  id,
  name,
  ip,
  port: 22,
  owner: 'deploy',
  os: 'linux',
})

const times = () => {
  const now = Date.now()
  return { insertTime: formatTimestamp(now - HOUR_MS), updateTime: formatTimestamp(now) }
}

const deploySample = (isGood: boolean): Data => ({
  DeployState: isGood ? DeployState.Success : DeployState.Failed,
  Project: {
    ...BLANK_PROJECT,
    ...times(),
    id: 7,
    namespaceId: 1,
    name: 'shop',
    url: 'https://git.example.com/shop.git',
    label: 'web',
    path: '/var/www/shop',
    environment: 1,
    branch: 'main',
    publisherId: 3,
    publisherName: 'Ada',
    deployState: isGood ? DeployState.Success : DeployState.Failed,
    lastPublishToken: '0b6f2c1e-5d0a-4c63-9a3e-3f1f6f1f9b52',
    notifyType: NotifyType.WeCom,
    state: State.Enabled,
  },
  ProjectServers: [server(1, 'web-1', '10.0.0.11'), server(2, '10.0.0.12', '10.0.0.12')].map((each) => ({
    id: each.id,
    projectId: 7,
    project: BLANK_PROJECT,
    serverId: each.id,
    server: each,
    ...times(),
  })),
  CommitInfo: {
    branch: 'main',
    commit: '4f1d2a9c6b7e8f0011223344556677889900aabb',
    author: 'Grace',
    timestamp: Math.floor(Date.now() / 1000),
    message: 'checkout: keep the cart when the session ends',
    tag: 'v2.4.0',
    diff: '',
  },
  DeployDetail: isGood ? '' : 'web-1: exit code 1\nnpm ERR! missing script: build',
})

const monitorSample = (isGood: boolean): Data => ({
  Monitor: {
    id: 4,
    namespaceId: 1,
    name: 'shop front page',
    type: 1,
    target: { items: ['https://shop.example.com'], timeout: 10, process: '', script: '' },
    second: 30,
    times: 3,
    silentCycle: 60,
    description: 'what customers see',
    notifyType: NotifyType.WeCom,
    notifyTarget: '',
    successServerId: 0,
    successScript: '',
    failServerId: 0,
    failScript: '',
    errorContent: isGood ? '' : 'HTTP 502',
    state: State.Enabled,
    ...times(),
  },
  ErrorMsg: isGood ? 'it answers again after 12 minutes' : 'https://shop.example.com answered 502 Bad Gateway',
  Event: isGood ? 'up' : 'down',
})

const serverMonitorSample = (isGood: boolean): Data => ({
  Server: {
    ...server(1, 'web-1', '10.0.0.11'),
    namespaceId: 1,
    description: 'front',
    state: State.Enabled,
    ...times(),
  },
  ServerMonitor: {
    id: 2,
    serverId: 1,
    item: 'cpuUsage',
    formula: 'avg',
    operator: '>=',
    value: '80',
    groupCycle: 5,
    lastCycle: 1,
    silentCycle: 60,
    startTime: '00:00',
    endTime: '23:59',
    notifyType: NotifyType.WeCom,
    notifyTarget: '',
    ...times(),
  },
  CycleValue: isGood ? '12.5' : '93.75',
  Recovered: isGood,
})

const reviewSample = (isGood: boolean): Data => {
  const { Project, ProjectServers, CommitInfo } = deploySample(true)
  const { commit, branch, message } = CommitInfo as { commit: string; branch: string; message: string }
  const answer = { editor: 'Grace', reason: 'looks good', token: '0b6f2c1e-5d0a-4c63-9a3e-3f1f6f1f9b52' }
  return {
    Event: isGood ? 'approved' : 'waiting',
    Project,
    ProjectServers,
    Review: {
      ...{ id: 5, commitId: commit, branch, message, creator: 'Ada' },
      ...(isGood ? answer : { editor: '', reason: '', token: '' }),
      expireTime: utcText(Date.now() + 24 * HOUR_MS),
    },
  }
}

const consoleSample = (isGood: boolean): Data => ({
  Event: isGood ? 'mended' : 'takenBack',
  Release: { remote: 'deploy', version: '1.4.0', instead: isGood ? '' : '1.3.2' },
  Reason: isGood
    ? ''
    : '12 of 40 loads failed, for 5 of 9 people: 41.7 %, while the rule allows less than 30 %. Whoever had it gets 1.3.2.',
})

const SAMPLES: Readonly<Record<NoticeUse, (isGood: boolean) => Data>> = {
  deploy: deploySample,
  monitor: monitorSample,
  server_monitor: serverMonitorSample,
  review: reviewSample,
  console: consoleSample,
}

/** Data like those of a real notice, good news or bad, for previews and tests. */
export function sampleData(useBy: NoticeUse, isGood: boolean): Data {
  const data = SAMPLES[useBy](isGood)
  return { ...data, Link: linkOf('https://console.example.com', data) }
}

/** The fields of a value, each with the path a template names it by; elements of lists follow `[]`. */
function fieldsIn(value: unknown, path: string): { path: string; sample: string }[] {
  if (Array.isArray(value)) return fieldsIn(value[0], `${path}[]`)
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, inner]) => fieldsIn(inner, `${path}.${templateName(name)}`))
  }
  const sample = String(value ?? '')
  return sample === '' ? [] : [{ path, sample }]
}

/** What a template of a use may name, by the bad news, which have more to say. */
export function sampleFields(useBy: NoticeUse): { path: string; sample: string }[] {
  const isBlank = ({ path }: { path: string }) => path.includes('.Policy') || /\[\]\.Project\./.test(path)
  const bad = fieldsIn(sampleData(useBy, false), '').filter((field) => !isBlank(field))
  const known = new Set(bad.map(({ path }) => path))
  const good = fieldsIn(sampleData(useBy, true), '').filter((field) => !isBlank(field) && !known.has(field.path))
  return [...bad, ...good]
}
