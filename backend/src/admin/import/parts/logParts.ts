import { copyFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { redactJson } from '../../../platform/redact.ts'
import { keptJson } from '../../../platform/trail.ts'
import { definePart } from '../importPart.ts'

export const loginLogs = definePart({
  name: 'login log',
  from: 'login_log',
  into: 'loginLog',
  isLog: true,
  convert: (row) => ({
    insert: {
      account: row.text('account', 30),
      remoteAddr: row.text('remote_addr', 255),
      userAgent: row.text('user_agent', 255),
      referer: row.text('referer', 255),
      reason: row.text('reason', 2555),
      loginTime: row.time('login_time'),
    },
  }),
})

/** Its secrets stand there in clear. */
const dataOf = (text: string): string => keptJson(redactJson(text || '{}'))

export const operationLogs = definePart({
  name: 'operation log',
  from: 'operation_log',
  into: 'operationLog',
  isLog: true,
  convert: (row, { ids }) => ({
    insert: {
      userId: ids.orZero('users', row.ref('user_id')),
      namespaceId: ids.orZero('namespaces', row.ref('namespace_id')),
      router: row.text('router', 255),
      api: row.text('api', 255),
      requestTime: row.time('request_time'),
      requestData: dataOf(row.text('request_data')),
      responseTime: row.time('response_time'),
      responseData: dataOf(row.text('response_data')),
    },
  }),
})

export const sftpLogs = definePart({
  name: 'SFTP log',
  from: 'sftp_log',
  into: 'sftpLog',
  isLog: true,
  convert: (row, { ids }) => ({
    insert: {
      namespaceId: ids.orZero('namespaces', row.ref('namespace_id')),
      userId: ids.orZero('users', row.ref('user_id')),
      serverId: ids.orZero('servers', row.ref('server_id')),
      remoteAddr: row.text('remote_addr', 255),
      userAgent: row.text('user_agent', 255),
      type: row.text('type', 20),
      path: row.text('path', 255),
      reason: row.text('reason', 2555),
      asRoot: 0,
      ...row.times(),
    },
  }),
})

export const terminalLogs = definePart({
  name: 'terminal log',
  from: 'terminal_log',
  into: 'terminalLog',
  isLog: true,
  convert: (row, { ids }) => {
    const startTime = row.time('start_time') || row.time('insert_time')
    const endTime = row.time('end_time')
    return {
      insert: {
        namespaceId: ids.orZero('namespaces', row.ref('namespace_id')),
        userId: ids.orZero('users', row.ref('user_id')),
        serverId: ids.orZero('servers', row.ref('server_id')),
        remoteAddr: row.text('remote_addr', 255),
        userAgent: row.text('user_agent', 255),
        startTime,
        // Nobody wrote down when it ended, but it is not open here.
        endTime: endTime || startTime || 1,
        seenTime: endTime || startTime,
        endReason: '',
      },
    }
  },
  copy: async (newId, row, { env, files }) => {
    if (files === '') return
    const folder = path.join(env.DATA_DIR, 'terminal-log')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await copyFile(path.join(files, 'terminal-log', `${row.id}.cast`), path.join(folder, `${newId}.cast`)).catch(
      (error: NodeJS.ErrnoException) => {
        // Not every terminal was recorded.
        if (error.code !== 'ENOENT') throw error
      },
    )
  },
})

export const publishTraces = definePart({
  name: 'publish log',
  from: 'publish_trace',
  into: 'publishTrace',
  isLog: true,
  convert: async (row, { db, ids }) => {
    const token = row.text('token', 36)
    if (token === '') return { skip: 'it belongs to no deploy' }
    const projectId = ids.orZero('projects', row.ref('project_id'))
    const project = await db.selectFrom('project').select('namespaceId').where('id', '=', projectId).executeTakeFirst()
    return {
      insert: {
        ...{ token, projectId },
        namespaceId: project?.namespaceId ?? 0,
        projectName: row.text('project_name', 255),
        detail: row.text('detail'),
        state: row.int('state', 1) === 1 ? 1 : 0,
        publisherId: ids.orZero('users', row.ref('publisher_id')),
        publisherName: row.text('publisher_name', 255),
        type: row.int('type'),
        ext: row.text('ext'),
        ...row.times(),
      },
    }
  },
})
