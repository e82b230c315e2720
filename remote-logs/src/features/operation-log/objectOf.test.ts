import { describe, expect, it } from 'vitest'
import { objectOf } from './objectOf.ts'

const done = (data: unknown = null) => JSON.stringify({ code: 0, message: '', data })
const of = (api: string, input: unknown, responseData = done()) =>
  objectOf({ api, requestData: JSON.stringify(input), responseData })

describe('the object of a call', () => {
  it.each([
    ['/deploy/publish', { projectId: 12 }, 'project', '12', ''],
    ['/project/addProcess', { projectId: 12, name: 'web' }, 'project', '12', ''],
    ['/project/edit', { id: 12, name: 'shop' }, 'project', '12', 'shop'],
    ['/webhook/replay', { projectId: 12, id: 99 }, 'project', '12', ''],
    ['/server/sftp/delete', { serverId: 3, files: ['/a'] }, 'server', '3', ''],
    ['/server/toggle', { id: 3, state: 0 }, 'server', '3', ''],
    ['/cron/add', { serverId: 3, label: 'clean' }, 'cron', '3', ''],
    ['/monitor/acknowledge', { id: 4, reason: 'known' }, 'monitor', '4', ''],
    ['/role/changePermission', { roleId: 5, permissionIds: [] }, 'role', '5', ''],
    ['/user/edit', { id: 6, name: 'Ada' }, 'member', '6', 'Ada'],
    ['/namespace/addUser', { namespaceId: 7, userIds: [1], roleId: 5 }, 'namespace', '7', ''],
    ['/train/goBack', { id: 8 }, 'run', '8', ''],
    ['/release/promote', { remote: 'deploy', version: '1.0.0' }, 'area', 'deploy', ''],
  ])('%s %j is told by path and input', (api, input, kind, id, name) => {
    expect(of(api, input)).toEqual({ kind, id, name })
  })

  it.each([
    ['/project/editFile', { id: 12, content: '' }],
    ['/project/removeTask', { id: 12 }],
    ['/server/editProcess', { id: 3, name: 'restart' }],
    ['/server/startScript', { serverIds: [3, 4], script: 'true' }],
    ['/monitor/removeMaintenance', { id: 4 }],
    ['/role/remove', { id: 5 }],
    ['/deploy/review', { projectReviewId: 1, state: 1 }],
    ['/user/renamePasskey', { id: 6, name: 'phone' }],
    ['/elsewhere', { projectId: 12 }],
    ['/project/edit', { id: '12' }],
    ['/project/edit', { id: -1 }],
    ['/project/edit', { id: 1.5 }],
  ])('%s %j is not guessed at', (api, input) => {
    expect(of(api, input)).toBeUndefined()
  })

  it('has the number of what was made from the answer', () => {
    expect(of('/server/add', { name: 'web-1' }, done({ id: 9 }))).toEqual({ kind: 'server', id: '9', name: 'web-1' })
    expect(of('/server/add', { name: 'web-1' }, '{"code":2,"message":"taken","data":null}')).toBeUndefined()
  })

  it('is told by the state before, where the input has only a number', () => {
    const call = { api: '/cron/remove', requestData: '{"id":1}', responseData: done() }
    expect(objectOf({ ...call, before: '{"id":1,"serverId":3}', after: '' })?.id).toBe('3')
    expect(objectOf(call)).toBeUndefined()
  })

  it.each(['', 'cut off', 'null', '[]', '"text"'])('is nothing when %j is all that was written down', (text) => {
    expect(objectOf({ api: '/project/edit', requestData: text, responseData: text })).toBeUndefined()
  })
})
