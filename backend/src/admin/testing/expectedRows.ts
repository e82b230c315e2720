import { lookupHash } from '../../platform/secrets.ts'
import type { SourceRow } from '../import/importSource.ts'
import {
  among,
  camel,
  type Expect,
  idIn,
  intIn,
  ints,
  isOn,
  jsonIn,
  type Known,
  PERMISSIONS,
  textIn,
  texts,
  timeIn,
  timesIn,
} from './expectedReading.ts'

/** How the rows of settings have to arrive, by part; who or what is known by its name is looked at by the test itself. */
export const EXPECTED_SETTINGS: Readonly<Record<string, { from: string; into: string; expect: Expect }>> = {
  users: {
    from: 'user',
    into: 'user',
    expect: (row) => {
      const isEnabled = isOn(row, 'state')
      const apiKey = isEnabled === 1 ? textIn(row, 'api_key').trim() : ''
      return {
        account: textIn(row, 'account', 30).trim(),
        password: /^\$2[aby]\$\d\d\$.{53}$/.test(row['password'] ?? '') ? row['password'] : '',
        passwordUpdateTime: timeIn(row, 'password_update_time') || null,
        name: textIn(row, 'name') || textIn(row, 'account', 30).trim(),
        ...texts(row, 'contact'),
        state: isEnabled,
        lastLoginTime: timeIn(row, 'last_login_time') || null,
        superManager: isOn(row, 'super_manager'),
        apiKey,
        apiKeyHash: apiKey === '' ? '' : lookupHash(apiKey),
        ...timesIn(row),
      }
    },
  },
  namespaces: {
    from: 'namespace',
    into: 'namespace',
    expect: (row) => ({ name: textIn(row, 'name').trim() || `namespace ${row['id']}`, ...timesIn(row) }),
  },
  'permissions of roles': {
    from: 'role_permission',
    into: 'rolePermission',
    expect: (row, { of, isAdopted }) => {
      const [roleId, permissionId] = [of('roles', idIn(row, 'role_id')), idIn(row, 'permission_id')]
      if (roleId === undefined || !PERMISSIONS.has(permissionId)) return 'stays'
      return isAdopted('roles', idIn(row, 'role_id')) ? 'is there' : { roleId, permissionId, ...timesIn(row) }
    },
  },
  servers: {
    from: 'server',
    into: 'server',
    expect: (row, { of }) => {
      const namespaceId = idIn(row, 'namespace_id') === 0 ? 0 : of('namespaces', idIn(row, 'namespace_id'))
      if (namespaceId === undefined) return 'stays'
      const ip = textIn(row, 'ip').trim().toLowerCase()
      return {
        ...{ namespaceId, ip, port: intIn(row, 'port') || 22 },
        ...texts(
          row,
          'owner',
          'path',
          'password',
          'jump_owner',
          'jump_path',
          'jump_password',
          'os_info',
          'description',
        ),
        name: textIn(row, 'name') || ip,
        jumpIp: textIn(row, 'jump_ip').toLowerCase(),
        jumpPort: intIn(row, 'jump_port'),
        os: among('windows', textIn(row, 'os'), 'linux'),
        state: isOn(row, 'state'),
        ...timesIn(row),
      }
    },
  },
  projects: {
    from: 'project',
    into: 'project',
    expect: (row, { of }) => {
      const namespaceId = of('namespaces', idIn(row, 'namespace_id'))
      if (namespaceId === undefined) return 'stays'
      const deployState = intIn(row, 'deploy_state')
      return {
        namespaceId,
        ...texts(row, 'name', 'url', 'path', 'symlink_path', 'label', 'review_url', 'transfer_option'),
        ...texts(row, 'publisher_name', 'last_publish_token', 'notify_target'),
        repoType: among('git svn ftp sftp empty', textIn(row, 'repo_type'), 'git'),
        symlinkBackupNumber: intIn(row, 'symlink_backup_number'),
        environment: intIn(row, 'environment'),
        branch: textIn(row, 'branch') || 'master',
        review: isOn(row, 'review'),
        script: JSON.stringify(scriptOf(row)),
        transferType: among('rsync sftp custom', textIn(row, 'transfer_type'), 'rsync'),
        deployServerMode: among('serial', textIn(row, 'deploy_server_mode'), 'parallel'),
        autoDeploy: isOn(row, 'auto_deploy'),
        state: isOn(row, 'state'),
        // What was going on has failed for us.
        deployState: deployState === 1 ? 3 : deployState > 3 ? 0 : deployState,
        publisherId: of('users', idIn(row, 'publisher_id')) ?? 0,
        notifyType: intIn(row, 'notify_type'),
        ...timesIn(row),
      }
    },
  },
  'members of namespaces': {
    from: 'namespace_user',
    into: 'namespaceUser',
    expect: (row, { of, isSuper }) => {
      const [namespaceId, userId] = [of('namespaces', idIn(row, 'namespace_id')), of('users', idIn(row, 'user_id'))]
      const roleId = idIn(row, 'role_id') === 0 ? 0 : of('roles', idIn(row, 'role_id'))
      if (namespaceId === undefined || userId === undefined || roleId === undefined) return 'stays'
      if (roleId === 0 && !isSuper(userId)) return 'stays'
      return { namespaceId, userId, roleId: isSuper(userId) ? 0 : roleId, ...timesIn(row) }
    },
  },
  'scheduled deploys': {
    from: 'project_task',
    into: 'projectTask',
    expect: (row, { of, homeOf, now }) => {
      const projectId = of('projects', idIn(row, 'project_id'))
      const dueTime = timeIn(row, 'date')
      if (projectId === undefined || intIn(row, 'is_run') === 1 || dueTime === 0) return 'stays'
      const isMissed = dueTime <= now
      return {
        ...{ namespaceId: homeOf('project', projectId), projectId, dueTime, zone: 'Asia/Shanghai' },
        ...{ commitId: textIn(row, 'commit'), isNewest: textIn(row, 'commit') === '' ? 1 : 0 },
        ...texts(row, 'branch', 'creator', 'editor'),
        state: isMissed ? 0 : isOn(row, 'state'),
        outcome: isMissed ? 'missed' : '',
        reason: isMissed ? 'its time had passed when it was imported' : '',
        creatorId: of('users', idIn(row, 'creator_id')) ?? 0,
        editorId: of('users', idIn(row, 'editor_id')) ?? 0,
        ...timesIn(row),
      }
    },
  },
  'processes of servers': {
    from: 'server_process',
    into: 'serverProcess',
    expect: (row, { of }) => {
      const namespaceId = of('namespaces', idIn(row, 'namespace_id'))
      const items = row['items'] ?? '[]'
      // Commands longer than ours may be, and what has no name or command.
      if (namespaceId === undefined || items.includes('"long"') || items.includes('"x":1')) return 'stays'
      return { namespaceId, name: textIn(row, 'name'), items: items === '{}' ? '[]' : items, ...timesIn(row) }
    },
  },
  'servers of projects': binding('server'),
  'users of projects': binding('user'),
  'processes of projects': {
    from: 'project_process',
    into: 'projectProcess',
    expect: (row, { of }) => {
      const projectId = of('projects', idIn(row, 'project_id'))
      return projectId === undefined
        ? 'stays'
        : { projectId, ...texts(row, 'name', 'start', 'stop', 'status', 'restart'), ...timesIn(row) }
    },
  },
  'warning rules of servers': {
    from: 'server_monitor',
    into: 'serverMonitor',
    expect: (row, { of, homeOf }) => {
      const serverId = of('servers', idIn(row, 'server_id'))
      const isMeant =
        among('avg max min', textIn(row, 'formula'), '') && among('>= > <= < !=', textIn(row, 'operator'), '')
      if (serverId === undefined || isMeant === '') return 'stays'
      return {
        ...{ namespaceId: homeOf('server', serverId), serverId },
        ...texts(row, 'item', 'formula', 'operator', 'value', 'start_time', 'end_time', 'notify_target'),
        ...ints(row, 'group_cycle', 'last_cycle', 'silent_cycle', 'notify_type'),
        ...timesIn(row),
      }
    },
  },
  'script templates': {
    from: 'template',
    into: 'template',
    expect: (row) => ({
      ...{ namespaceId: 0, type: intIn(row, 'type') || 1, version: 1 },
      ...texts(row, 'name', 'content', 'description'),
      ...timesIn(row),
    }),
  },
  'scheduled tasks of servers': {
    from: 'cron',
    into: 'cron',
    expect: (row, { of, homeOf }) => {
      const serverId = of('servers', idIn(row, 'server_id'))
      if (serverId === undefined) return 'stays'
      return {
        ...{ namespaceId: homeOf('server', serverId), serverId, singleMode: isOn(row, 'single_mode') },
        ...texts(row, 'expression', 'command', 'description', 'creator', 'editor'),
        ...{ logLevel: intIn(row, 'log_level'), state: isOn(row, 'state'), isEnabled: 1 },
        ...timesIn(row),
      }
    },
  },
  monitors: {
    from: 'monitor',
    into: 'monitor',
    expect: (row, { of }) => {
      const namespaceId = of('namespaces', idIn(row, 'namespace_id'))
      if (namespaceId === undefined) return 'stays'
      const server = (column: string) => ({ [camel(column)]: of('servers', idIn(row, column)) ?? 0 })
      return {
        namespaceId,
        ...texts(row, 'name', 'description', 'notify_target', 'error_content', 'success_script', 'fail_script'),
        ...ints(row, 'type', 'silent_cycle', 'notify_type'),
        ...{ second: intIn(row, 'second') || 1, times: intIn(row, 'times') || 1, state: isOn(row, 'state') },
        target: JSON.stringify(targetOf(row, of)),
        ...server('success_server_id'),
        ...server('fail_server_id'),
        ...timesIn(row),
      }
    },
  },
}

function binding(other: 'server' | 'user') {
  const expect: Expect = (row, { of }) => {
    const [projectId, id] = [of('projects', idIn(row, 'project_id')), of(`${other}s`, idIn(row, `${other}_id`))]
    if (projectId === undefined || id === undefined) return 'stays'
    return { projectId, [`${other}Id`]: id, ...timesIn(row) }
  }
  return { from: `project_${other}`, into: camel(`project_${other}`), expect }
}

function scriptOf(row: SourceRow) {
  const script = jsonIn(row, 'script')
  const block = (name: string) => {
    const { mode, content } = (script[name] ?? {}) as { mode?: unknown; content?: unknown }
    return { mode: among('sh zsh bash python php cmd yaml', String(mode), ''), content: String(content ?? '') }
  }
  const { customVariables: list } = script as { customVariables?: { value?: string }[] }
  return {
    afterPull: block('afterPull'),
    afterDeploy: { ...block('afterDeploy'), scriptNames: null },
    deployFinish: block('deployFinish'),
    customVariables: list?.every(({ value }) => value !== undefined) ? list : null,
  }
}

function targetOf(row: SourceRow, of: Known['of']) {
  const target = jsonIn(row, 'target') as { items?: unknown[]; timeout?: unknown; process?: string; script?: string }
  const items = (target.items ?? []).map(String)
  const isOfServers = [4, 5].includes(intIn(row, 'type'))
  return {
    items: isOfServers ? items.flatMap((id) => of('servers', Number(id)) ?? []).map(String) : items,
    timeout: Math.min(Number(target.timeout ?? 0), 3600),
    process: target.process ?? '',
    script: target.script ?? '',
  }
}
