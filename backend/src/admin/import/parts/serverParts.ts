import { CommandItems } from '@windlass/shared-kit/contract/serverProcess'
import { RULE_FORMULAS, RULE_OPERATORS } from '@windlass/shared-kit/contract/serverRule'
import { Check } from 'typebox/value'
import type { FieldReader } from '../fieldReader.ts'
import { definePart, type ImportTools } from '../importPart.ts'

const SSH_PORT = 22

/** Ours of a namespace; rows of servers for everybody are looked after in the first one that came over. */
async function homeOf(serverId: number, { db, ids }: ImportTools): Promise<number> {
  const row = await db.selectFrom('server').select('namespaceId').where('id', '=', serverId).executeTakeFirst()
  return row?.namespaceId || ids.of('namespaces', 1) || 1
}

export const servers = definePart({
  name: 'servers',
  from: 'server',
  into: 'server',
  convert: async (row, { db, ids, secrets }) => {
    const namespaceId = row.ref('namespace_id') === 0 ? 0 : ids.of('namespaces', row.ref('namespace_id'))
    if (namespaceId === undefined) return { skip: 'the namespace is not there' }
    const ip = row.text('ip', 255).trim().toLowerCase()
    const port = row.int('port', SSH_PORT) || SSH_PORT
    const owner = row.text('owner', 255)
    const there = await db
      .selectFrom('server')
      .select('id')
      .where('namespaceId', '=', namespaceId)
      .where('ip', '=', ip)
      .where('port', '=', port)
      .where('owner', '=', owner)
      .executeTakeFirst()
    if (there) return { adopt: there.id, note: `the server ${owner}@${ip}:${port} is there already and stays as it is` }
    return {
      insert: {
        ...{ namespaceId, ip, port, owner },
        name: row.text('name', 255) || ip,
        path: row.text('path', 255),
        password: secrets.encrypt(row.text('password'), 'server.password'),
        jumpIp: row.text('jump_ip', 255).toLowerCase(),
        jumpPort: row.int('jump_port'),
        jumpOwner: row.text('jump_owner', 255),
        jumpPath: row.text('jump_path', 255),
        jumpPassword: secrets.encrypt(row.text('jump_password'), 'server.jumpPassword'),
        os: row.text('os') === 'windows' ? 'windows' : 'linux',
        osInfo: row.text('os_info', 255),
        description: row.text('description', 255),
        state: row.int('state', 1) === 1 ? 1 : 0,
        ...row.times(),
      },
    }
  },
})

export const serverRules = definePart({
  name: 'warning rules of servers',
  from: 'server_monitor',
  into: 'serverMonitor',
  convert: async (row, tools) => {
    const serverId = tools.ids.of('servers', row.ref('server_id'))
    if (serverId === undefined) return { skip: 'the server is not there' }
    const [formula, operator] = [row.text('formula'), row.text('operator')]
    if (!RULE_FORMULAS.some((known) => known === formula)) return { skip: 'its formula is not avg, max or min' }
    if (!RULE_OPERATORS.some((known) => known === operator)) return { skip: 'its comparison is not known' }
    return {
      insert: {
        namespaceId: await homeOf(serverId, tools),
        ...{ serverId, formula, operator },
        item: row.text('item', 255),
        value: row.text('value', 255),
        groupCycle: row.int('group_cycle'),
        lastCycle: row.int('last_cycle'),
        silentCycle: row.int('silent_cycle'),
        startTime: row.text('start_time', 5),
        endTime: row.text('end_time', 5),
        notifyType: row.int('notify_type'),
        notifyTarget: tools.secrets.encrypt(row.text('notify_target'), 'server-monitor.notify-target'),
        ...row.times(),
      },
    }
  },
})

/** The commands of a set; those of old rows stand in columns of their own. */
function commandsOf(row: FieldReader): { name: string; command: string }[] | undefined {
  const items = row.json('items')
  if (Array.isArray(items) && items.length > 0) return Check(CommandItems, items) ? items : undefined
  return ['start', 'stop', 'status', 'restart'].flatMap((name) => {
    const command = row.text(name).trim()
    return command === '' ? [] : [{ name, command }]
  })
}

export const commandSets = definePart({
  name: 'processes of servers',
  from: 'server_process',
  into: 'serverProcess',
  convert: async (row, tools) => {
    const items = commandsOf(row)
    if (items === undefined) return { skip: 'its commands cannot be read' }
    // Before they belonged to a namespace they belonged to a server.
    const server = tools.ids.of('servers', row.ref('server_id'))
    const ofServer = server === undefined ? undefined : await homeOf(server, tools)
    const namespaceId = tools.ids.of('namespaces', row.ref('namespace_id')) ?? ofServer
    if (namespaceId === undefined) return { skip: 'the namespace is not there' }
    return { insert: { namespaceId, name: row.text('name', 255), items: JSON.stringify(items), ...row.times() } }
  },
})

export const scripts = definePart({
  name: 'script templates',
  from: 'template',
  into: 'template',
  convert: (row) => ({
    insert: {
      namespaceId: 0,
      type: row.int('type', 1) || 1,
      name: row.text('name', 255),
      content: row.text('content'),
      description: row.text('description', 2047),
      ...row.times(),
    },
  }),
})

export const crons = definePart({
  name: 'scheduled tasks of servers',
  from: 'cron',
  into: 'cron',
  convert: async (row, tools) => {
    const serverId = tools.ids.of('servers', row.ref('server_id'))
    if (serverId === undefined) return { skip: 'the server is not there' }
    return {
      insert: {
        namespaceId: await homeOf(serverId, tools),
        serverId,
        expression: row.text('expression', 255),
        command: row.text('command', 255),
        singleMode: row.int('single_mode') === 1 ? 1 : 0,
        logLevel: row.int('log_level'),
        description: row.text('description', 255),
        creator: row.text('creator', 255),
        editor: row.text('editor', 255),
        state: row.int('state', 1) === 1 ? 1 : 0,
        ...row.times(),
      },
    }
  },
})

export const cronLogs = definePart({
  name: 'log of scheduled tasks',
  from: 'cron_log',
  into: 'cronLog',
  isLog: true,
  convert: (row, { ids }) => {
    const cronId = ids.of('scheduled tasks of servers', row.ref('cron_id'))
    if (cronId === undefined) return { skip: 'the task is not there' }
    const execCode = row.int('exec_code')
    return {
      insert: {
        ...{ cronId, execCode },
        serverId: ids.orZero('servers', row.ref('server_id')),
        message: row.text('message'),
        reportTime: row.time('report_time'),
        insertTime: row.time('insert_time'),
        state: execCode === 0 ? 'success' : 'failed',
        sign: `import-${row.id}`,
      },
    }
  },
})
