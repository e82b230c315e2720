import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextUploads, reduceUploads, SMALL_BYTES, totalsOf, type Upload, type UploadState } from './uploadList.ts'

const upload = (id: string, patch: Partial<Upload> = {}): Upload => ({
  ...{ id, serverId: 1, asRoot: false, dir: '/srv', name: `${id}.txt`, size: 10, state: 'waiting', sent: 0 },
  overwrite: false,
  ...patch,
})
const stateOf = (list: readonly Upload[], id = 'a') => list.find((one) => one.id === id)?.state
const after = (start: UploadState, state: UploadState) =>
  stateOf(
    reduceUploads(
      [upload('a', { state })].map((one) => ({ ...one, state: start })),
      { type: 'state', ids: ['a'], state },
    ),
  )

describe('an upload', () => {
  it('runs, pauses, goes on and ends', () => {
    expect([after('waiting', 'running'), after('running', 'paused'), after('paused', 'waiting')]).toEqual([
      ...['running', 'paused', 'waiting'],
    ])
    expect(after('running', 'done')).toBe('done')
  })

  it.each<[UploadState, UploadState]>([
    ['done', 'failed'],
    ['done', 'cancelled'],
    ['cancelled', 'done'],
    ['cancelled', 'running'],
    ['paused', 'done'],
    ['skipped', 'waiting'],
  ])('that is %s does not become %s, which comes too late', (state, later) => expect(after(state, later)).toBe(state))

  it('never leaves its end, whatever happens', () => {
    const states: UploadState[] = ['asking', 'cancelled', 'done', 'failed', 'lost', 'paused', 'running', 'waiting']
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...states)),
        fc.constantFrom('done', 'cancelled', 'skipped'),
        (steps, end) => {
          const list = steps.reduce<readonly Upload[]>(
            (before, state) => reduceUploads(before, { type: 'state', ids: ['a'], state }),
            [upload('a', { state: end as UploadState })],
          )
          expect(stateOf(list)).toBe(end)
        },
      ),
    )
  })

  it('tells how much has left only while it runs, and all of it when it is done', () => {
    const running = [upload('a', { state: 'running' }), upload('b', { state: 'paused', sent: 3 })]
    const sent = reduceUploads(running, {
      type: 'sent',
      sent: new Map([
        ['a', 7],
        ['b', 9],
      ]),
    })
    expect(sent.map((one) => one.sent)).toEqual([7, 3])
    expect(reduceUploads(sent, { type: 'state', ids: ['a'], state: 'done' })[0]?.sent).toBe(10)
  })

  it('asks before it writes over something, and does what it is told', () => {
    const there = { size: 5, time: 1, isDir: false }
    const asking = reduceUploads([upload('a', { state: 'running' })], { type: 'asked', ids: ['a'], there })
    expect(asking[0]).toMatchObject({ state: 'asking', there })
    const answer = (kind: 'replace' | 'skip') =>
      reduceUploads(asking, { type: 'answered', ids: ['a'], answer: { kind } })
    expect(answer('replace')[0]).toMatchObject({ state: 'waiting', overwrite: true })
    expect(answer('skip')[0]).toMatchObject({ state: 'skipped', overwrite: false })
    const renamed = reduceUploads(asking, {
      type: 'answered',
      ids: ['a'],
      answer: { kind: 'rename', nameOf: (name) => `new ${name}` },
    })
    expect(renamed[0]).toMatchObject({ state: 'waiting', overwrite: false, name: 'new a.txt', there: undefined })
  })
})

describe('what is sent next', () => {
  const ids = (list: Upload[]) => nextUploads(list).map(({ id }) => id)

  it('is one large file alone', () => {
    expect(ids([upload('a', { size: SMALL_BYTES + 1 }), upload('b')])).toEqual(['a'])
    expect(ids([upload('a', { address: '/x' }), upload('b')])).toEqual(['a'])
  })

  it('is several small ones for the same folder together', () => {
    const list = [upload('a'), upload('b', { dir: '/var' }), upload('c'), upload('d', { overwrite: true })]
    expect(ids([...list, upload('e', { state: 'paused' }), upload('f')])).toEqual(['a', 'c', 'f'])
  })

  it('is never more than a request may hold', () => {
    expect(ids(Array.from({ length: 1200 }, (_, index) => upload(String(index), { size: 1 })))).toHaveLength(500)
    const heavy = Array.from({ length: 100 }, (_, index) => upload(String(index), { size: SMALL_BYTES }))
    expect(ids(heavy)).toHaveLength(64)
  })

  it('is nothing when all are at their end', () => expect(ids([upload('a', { state: 'done' })])).toEqual([]))
})

it('counts the whole without what was given up', () => {
  const list = [
    upload('a', { state: 'done', sent: 10 }),
    upload('b', { state: 'running', sent: 4 }),
    upload('c', { state: 'cancelled', sent: 9 }),
    upload('d', { state: 'failed' }),
    upload('e', { state: 'skipped' }),
  ]
  expect(totalsOf(list)).toMatchObject({ files: 3, done: 1, failed: 1, active: 1, bytes: 30, sent: 14 })
  expect(reduceUploads(list, { type: 'cleared' }).map(({ id }) => id)).toEqual(['b', 'd'])
})
