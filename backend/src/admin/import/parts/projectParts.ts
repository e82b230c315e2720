import { copyFile, mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { DeployState, REPO_TYPES, SCRIPT_MODES, TRANSFER_TYPES } from '@windlass/shared-kit/contract/enums'
import { BLANK_PROJECT, CustomVariable, type ProjectScript } from '@windlass/shared-kit/contract/project'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { relativeProblem } from '../../../platform/insideFolder.ts'
import type { FieldReader } from '../fieldReader.ts'
import { definePart, type ImportTools } from '../importPart.ts'

const FILE_MODE = 0o644

const oneOf = <Value extends string>(known: readonly Value[], text: string, otherwise: Value): Value =>
  known.find((value) => value === text) ?? otherwise

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

const blockOf = (value: unknown) => ({
  mode: oneOf(SCRIPT_MODES, String(member(value, 'mode') ?? ''), ''),
  content: String(member(value, 'content') ?? ''),
})

/** The scripts of a project; older rows have two of them in columns of their own. */
function scriptOf(row: FieldReader): ProjectScript {
  const script = row.json('script')
  const older = (name: string) => ({ mode: row.text(`${name}_script_mode`), content: row.text(`${name}_script`) })
  const variables = member(script, 'customVariables')
  return {
    ...BLANK_PROJECT.script,
    afterPull: blockOf(member(script, 'afterPull') ?? older('after_pull')),
    afterDeploy: { ...blockOf(member(script, 'afterDeploy') ?? older('after_deploy')), scriptNames: null },
    deployFinish: blockOf(member(script, 'deployFinish')),
    customVariables: Check(Type.Array(CustomVariable), variables) ? variables : null,
  }
}

const stateOf = (state: number): number => {
  // What was going on there has ended for us.
  if (state === DeployState.Deploying) return DeployState.Failed
  return Object.values<number>(DeployState).includes(state) ? state : DeployState.NotDeployed
}

export const projects = definePart({
  name: 'projects',
  from: 'project',
  into: 'project',
  convert: (row, { ids, secrets }) => {
    const namespaceId = ids.of('namespaces', row.ref('namespace_id'))
    if (namespaceId === undefined) return { skip: 'the namespace is not there' }
    return {
      insert: {
        namespaceId,
        name: row.text('name', 255),
        repoType: oneOf(REPO_TYPES, row.text('repo_type'), 'git'),
        url: secrets.encrypt(row.text('url'), 'project.url'),
        path: row.text('path', 255),
        symlinkPath: row.text('symlink_path', 255),
        symlinkBackupNumber: row.int('symlink_backup_number'),
        environment: row.int('environment'),
        branch: row.text('branch', 255) || 'master',
        label: row.text('label'),
        review: row.int('review') === 1 ? 1 : 0,
        reviewUrl: row.text('review_url', 1000),
        script: JSON.stringify(scriptOf(row)),
        transferType: oneOf(TRANSFER_TYPES, row.text('transfer_type'), 'rsync'),
        transferOption: row.text(row.has('transfer_option') ? 'transfer_option' : 'rsync_option', 255),
        deployServerMode: row.text('deploy_server_mode') === 'serial' ? 'serial' : 'parallel',
        autoDeploy: row.int('auto_deploy') === 1 ? 1 : 0,
        state: row.int('state', 1) === 1 ? 1 : 0,
        deployState: stateOf(row.int('deploy_state')),
        publisherId: ids.orZero('users', row.ref('publisher_id')),
        publisherName: row.text('publisher_name', 255),
        lastPublishToken: row.text('last_publish_token', 36),
        notifyType: row.int('notify_type'),
        notifyTarget: secrets.encrypt(row.text('notify_target'), 'project.notifyTarget'),
        ...row.times(),
      },
    }
  },
})

/** Where the content of a file is in the folder of the other console; undefined when it is not there. */
async function contentOf(row: FieldReader, files: string) {
  if (files === '') return undefined
  const file = path.join(files, 'project-file', `project_${row.ref('project_id')}`, row.text('filename'))
  const found = await stat(file).catch(() => undefined)
  return found?.isFile() ? { file, size: found.size } : undefined
}

export const projectFiles = definePart({
  name: 'files of projects',
  from: 'project_file',
  into: 'projectFile',
  convert: async (row, { ids, db, files }) => {
    const projectId = ids.of('projects', row.ref('project_id'))
    if (projectId === undefined) return { skip: 'the project is not there' }
    const filename = row.text('filename', 255)
    if (relativeProblem(filename) !== undefined) return { skip: 'its name leads out of the project or cannot be kept' }
    const content = await contentOf(row, files)
    if (!content)
      return {
        skip:
          files === ''
            ? 'its content is needed: give the folder of the other console with --files'
            : 'its content is not in the folder of --files',
      }
    const nameKey = filename.normalize('NFC').toLowerCase()
    const there = await db
      .selectFrom('projectFile')
      .select('id')
      .where('projectId', '=', projectId)
      .where('nameKey', '=', nameKey)
      .executeTakeFirst()
    if (there) return { skip: 'the project has a file of that name' }
    return { insert: { projectId, filename, nameKey, size: content.size, mode: FILE_MODE, version: 1, ...row.times() } }
  },
  copy: async (_newId, row, { ids, env, files }) => {
    const content = await contentOf(row, files)
    const projectId = ids.of('projects', row.ref('project_id'))
    if (!content || projectId === undefined) return
    const place = path.join(env.DATA_DIR, 'project-file', `project_${projectId}`, row.text('filename', 255))
    await mkdir(path.dirname(place), { recursive: true, mode: 0o700 })
    await copyFile(content.file, place)
  },
})

const bindingPart = <Other extends 'server' | 'user'>(other: Other) =>
  definePart({
    name: `${other}s of projects`,
    from: `project_${other}`,
    into: other === 'server' ? ('projectServer' as const) : ('projectUser' as const),
    convert: async (row, tools) => {
      const projectId = tools.ids.of('projects', row.ref('project_id'))
      const otherId = tools.ids.of(`${other}s`, row.ref(`${other}_id`))
      if (projectId === undefined) return { skip: 'the project is not there' }
      if (otherId === undefined) return { skip: `the ${other} is not there` }
      const there = await findBinding(tools, other, projectId, otherId)
      if (there) return { adopt: there.id }
      return {
        insert: {
          projectId,
          ...(other === 'server' ? { serverId: otherId } : { userId: otherId }),
          ...row.times(),
        } as never,
      }
    },
  })

const findBinding = ({ db }: ImportTools, other: 'server' | 'user', projectId: number, otherId: number) =>
  other === 'server'
    ? db
        .selectFrom('projectServer')
        .select('id')
        .where('projectId', '=', projectId)
        .where('serverId', '=', otherId)
        .executeTakeFirst()
    : db
        .selectFrom('projectUser')
        .select('id')
        .where('projectId', '=', projectId)
        .where('userId', '=', otherId)
        .executeTakeFirst()

export const projectServers = bindingPart('server')
export const projectUsers = bindingPart('user')

export const projectProcesses = definePart({
  name: 'processes of projects',
  from: 'project_process',
  into: 'projectProcess',
  convert: (row, { ids }) => {
    const projectId = ids.of('projects', row.ref('project_id'))
    if (projectId === undefined) return { skip: 'the project is not there' }
    const [start, stop, status, restart] = ['start', 'stop', 'status', 'restart'].map((name) => row.text(name, 255))
    return {
      insert: {
        projectId,
        name: row.text('name', 255),
        start: start ?? '',
        stop: stop ?? '',
        status: status ?? '',
        restart: restart ?? '',
        ...row.times(),
      },
    }
  },
})

export const projectTasks = definePart({
  name: 'scheduled deploys',
  from: 'project_task',
  into: 'projectTask',
  convert: async (row, { db, ids, zone, now }) => {
    const projectId = ids.of('projects', row.ref('project_id'))
    if (projectId === undefined) return { skip: 'the project is not there' }
    if (row.int('is_run') === 1) return { skip: 'it has run; its deploy is in the history' }
    const dueTime = row.time('date')
    if (dueTime === 0) return { skip: 'it has no time' }
    const project = await db.selectFrom('project').select('namespaceId').where('id', '=', projectId).executeTakeFirst()
    const isMissed = dueTime <= now
    const commitId = row.text('commit', 40)
    return {
      insert: {
        namespaceId: project?.namespaceId ?? 0,
        ...{ projectId, commitId, dueTime, zone },
        branch: row.text('branch', 255),
        isNewest: commitId === '' ? 1 : 0,
        // A deploy whose time has passed must not start because it was moved here.
        state: isMissed || row.int('state', 1) !== 1 ? 0 : 1,
        outcome: isMissed ? 'missed' : '',
        reason: isMissed ? 'its time had passed when it was imported' : '',
        creator: row.text('creator', 255),
        creatorId: ids.orZero('users', row.ref('creator_id')),
        editor: row.text('editor', 255),
        editorId: ids.orZero('users', row.ref('editor_id')),
        ...row.times(),
      },
    }
  },
})
