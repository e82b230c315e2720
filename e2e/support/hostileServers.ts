import path from 'node:path'
import { CronAdd } from '@windlass/shared-kit/contract/cron'
import { ServerAdd } from '@windlass/shared-kit/contract/server'
import { CommandSetAdd } from '@windlass/shared-kit/contract/serverProcess'
import { ServerRuleAdd } from '@windlass/shared-kit/contract/serverRule'
import { SftpMakeFolder } from '@windlass/shared-kit/contract/sftp'
import { TemplateAdd, TemplateType } from '@windlass/shared-kit/contract/template'
import { CLOSED_PORT, forEach, type Ground, NAMES, type Shown, TITLE } from './hostileGround.ts'
import { hostileTexts } from './hostileTexts.ts'

/** Servers, one of which answers. */
export async function addServers({ api, sshd }: Ground): Promise<{ serverId: number; shown: Shown[] }> {
  const place = { NAMESpaceId: 1, os: 'linux' as const, ip: '127.0.0.1' }
  await forEach(NAMES, (name, index) =>
    api.call(ServerAdd, {
      ...place,
      name,
      description: name,
      owner: `u${index}`,
      port: CLOSED_PORT,
      tags: [name.trim().slice(0, 40).replaceAll(/[,;]/g, '')],
    }),
  )
  const { id: serverId } = await api.call(ServerAdd, {
    ...place,
    name: TITLE,
    ip: sshd.host,
    port: sshd.port,
    owner: sshd.user,
    path: sshd.keyPath,
  })
  // The server takes spaces at the ends of a name away.
  const texts = NAMES.map((name) => name.trim())
  return { serverId, shown: [{ path: '/server/index', texts }] }
}

/** What is kept about one server, and on it. */
export async function addServerRows({ api, sshd }: Ground, serverId: number): Promise<Shown[]> {
  const commands = hostileTexts(50)
  await forEach(NAMES, (name) =>
    api.call(CommandSetAdd, { name, items: JSON.stringify(commands.map((item) => ({ name: item, command: item }))) }),
  )
  const notes = hostileTexts(2047)
  await forEach(notes, (description, index) => {
    const name = NAMES[index] ?? ''
    const parameters = [{ name: 'WHERE', type: 'text' as const, label: name.slice(0, 100), default: name }]
    return api.call(TemplateAdd, { type: TemplateType.Script, name, content: name, description, parameters })
  })
  await forEach(NAMES, (description) =>
    api.call(CronAdd, {
      serverId,
      expression: '0 0 0 1 1 *',
      command: 'true',
      singleMode: 0,
      logLevel: 0,
      description,
    }),
  )
  const clock = { groupCycle: 1, lastCycle: 1, silentCycle: 1, startTime: '00:00', endTime: '23:59' }
  await forEach(NAMES, (item) =>
    api.call(ServerRuleAdd, {
      serverId,
      item,
      formula: 'avg',
      operator: '>=',
      value: '1',
      ...clock,
      notifyType: 255,
      notifyTarget: 'http://127.0.0.1:1/x',
    }),
  )
  const dir = path.join(sshd.folder, TITLE)
  const folders = hostileTexts(200)
  await api.call(SftpMakeFolder, { serverId, dir: sshd.folder, name: TITLE, asRoot: false })
  await forEach(folders, (name) => api.call(SftpMakeFolder, { serverId, dir, name, asRoot: false }))
  return [
    { path: '/server/process', texts: NAMES },
    { path: '/server/script', texts: [] },
    { path: `/server/cron?server=${serverId}`, texts: NAMES },
    { path: `/server/agent?serverId=${serverId}&rules=open`, texts: [TITLE] },
    { path: `/server/sftp?server=${serverId}&dir=${encodeURIComponent(dir)}`, texts: [] },
    { path: '/log/sftpLog?rows=100', texts: [TITLE] },
  ]
}
