import { describe, expect, it } from 'vitest'
import { parseSocketFrame, SocketProjectState, SocketType } from './socket.ts'

const deployMoved = {
  type: SocketType.Project,
  message: { projectId: 7, projectName: 'shop', state: SocketProjectState.Deploying, message: 'Sync', ext: null },
}

const commit = {
  branch: 'origin/main',
  commit: 'a'.repeat(40),
  author: 'Ada',
  timestamp: 1_700_000_000,
  message: 'Fix the till',
  tag: '',
  diff: '',
}

describe('parseSocketFrame', () => {
  it.each([
    ['a deploy that moved on, from a server that sends no more than it must', deployMoved],
    [
      'a deploy that waits',
      { ...deployMoved, message: { ...deployMoved.message, state: 0, ext: { lastPublishToken: 'abc' } } },
    ],
    [
      'a deploy that succeeded, with how long its log is',
      { ...deployMoved, message: { ...deployMoved.message, state: 2, ext: commit, offset: 4096, time: 1 } },
    ],
    ['a monitor that found a failure', { type: SocketType.Monitor, message: { monitorId: 3, errorContent: 'no' } }],
    ['a reason to load again', { type: SocketType.Reload, message: { reason: 'permissions' } }],
    ['members that are newer than this page', { ...deployMoved, message: { ...deployMoved.message, later: 1 } }],
  ])('reads %s', (_name, frame) => {
    expect(parseSocketFrame(JSON.stringify(frame))).toEqual(frame)
  })

  it.each([
    ['nothing', ''],
    ['text that is no JSON', '{"type":1,'],
    ['JSON that is no object', 'null'],
    ['a type that is newer than this page', '{"type":4,"message":{}}'],
    ['a type without its message', '{"type":1}'],
    ['a message of another type', '{"type":3,"message":{"reason":"queue"}}'],
    ['a state that does not exist', JSON.stringify({ ...deployMoved, message: { ...deployMoved.message, state: 9 } })],
    ['a number as text', JSON.stringify({ ...deployMoved, message: { ...deployMoved.message, projectId: '7' } })],
  ])('takes %s for no frame', (_name, text) => {
    expect(parseSocketFrame(text)).toBeUndefined()
  })
})
