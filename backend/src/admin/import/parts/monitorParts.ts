import { MonitorType } from '@windlass/shared-kit/contract/monitor'
import type { FieldReader } from '../fieldReader.ts'
import { definePart, type ImportTools } from '../importPart.ts'

const ON_SERVERS: readonly number[] = [MonitorType.Process, MonitorType.Script]

const textOf = (target: object, name: string): string => {
  const value: unknown = Reflect.get(target, name)
  return typeof value === 'string' ? value : ''
}

/** What is looked at, with servers by our ids; servers that did not come over are left out. */
function targetOf(row: FieldReader, { ids }: ImportTools) {
  const json = row.json('target')
  const target = typeof json === 'object' && json !== null ? json : {}
  const items: unknown = Reflect.get(target, 'items')
  const texts = Array.isArray(items) ? items.map(String) : []
  const kept = ON_SERVERS.includes(row.int('type'))
    ? texts.flatMap((id) => ids.of('servers', Number(id)) ?? []).map(String)
    : texts
  const timeout = Number(Reflect.get(target, 'timeout') ?? 0)
  return {
    isShorter: kept.length < texts.length,
    target: {
      items: kept,
      timeout: Number.isFinite(timeout) ? Math.min(Math.max(Math.trunc(timeout), 0), 3600) : 0,
      process: textOf(target, 'process'),
      script: textOf(target, 'script'),
    },
  }
}

export const monitors = definePart({
  name: 'monitors',
  from: 'monitor',
  into: 'monitor',
  convert: (row, tools) => {
    const { ids } = tools
    const namespaceId = ids.of('namespaces', row.ref('namespace_id'))
    if (namespaceId === undefined) return { skip: 'the namespace is not there' }
    const { target, isShorter } = targetOf(row, tools)
    return {
      ...(isShorter && { note: `the monitor ${row.text('name', 255)} looked at servers that are not there` }),
      insert: {
        namespaceId,
        name: row.text('name', 255),
        type: row.int('type'),
        target: JSON.stringify(target),
        second: Math.max(1, row.int('second', 1)),
        times: Math.max(1, row.int('times', 1)),
        silentCycle: row.int('silent_cycle'),
        description: row.text('description', 255),
        notifyType: row.int('notify_type'),
        notifyTarget: tools.secrets.encrypt(row.text('notify_target', 255), 'monitor.notify-target'),
        state: row.int('state', 1) === 1 ? 1 : 0,
        errorContent: row.text('error_content', 1000),
        successServerId: ids.orZero('servers', row.ref('success_server_id')),
        successScript: row.text('success_script'),
        failServerId: ids.orZero('servers', row.ref('fail_server_id')),
        failScript: row.text('fail_script'),
        parentId: 0,
        certificateDays: 0,
        ...row.times(),
      },
    }
  },
  after: async (monitorId, _row, { db, now }) => {
    await db.insertInto('monitorState').values({ monitorId, nextDue: now }).execute()
  },
})

/** Fresh installs compare the tag with nothing, so that their notices were never sent. */
const repaired = (template: string): string =>
  template.replace(/\bne\s+\.CommitInfo\.Tag\s*(?=[-})])/g, 'ne .CommitInfo.Tag "" ')

export const notificationTemplates = definePart({
  name: 'notification templates',
  from: 'notification_template',
  into: 'notificationTemplate',
  convert: async (row, { db }) => {
    const [type, useBy] = [row.int('type'), row.text('use_by')]
    const ours = await db
      .selectFrom('notificationTemplate')
      .selectAll()
      .where('type', '=', type)
      .where('useBy', '=', useBy)
      .orderBy('id')
      .executeTakeFirst()
    if (!ours) return { skip: 'there is no such channel' }
    const template = repaired(row.text('template'))
    const note = `the text about ${useBy} in channel ${type} was written into here and stays`
    if (ours.insertTime !== ours.updateTime) return { adopt: ours.id, note }
    const values = { title: row.text('title', 255), template, updateTime: Math.max(Date.now(), ours.insertTime + 1) }
    await db.updateTable('notificationTemplate').set(values).where('id', '=', ours.id).execute()
    return { adopt: ours.id }
  },
})
