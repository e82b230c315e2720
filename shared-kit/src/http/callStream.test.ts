import { Type } from 'typebox'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { endpoint } from '../contract/endpoint.ts'
import { onCallError } from './callError.ts'
import { callStream } from './callStream.ts'

const Work = endpoint({
  method: 'POST',
  path: '/work',
  access: 'signed-in',
  input: Type.Object({ files: Type.Array(Type.String()) }),
})

/** What a server would send, cut into pieces as networks do. */
function answerWith(type: string, pieces: string[]) {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })
  vi.stubGlobal('fetch', async () => new Response(body, { headers: { 'content-type': type, 'x-request-id': 'r-9' } }))
}

async function run(pieces: string[], type = 'application/x-ndjson') {
  answerWith(type, pieces)
  const lines: unknown[] = []
  const end = callStream(Work, { files: ['/a'] }, { quiet: true, onLine: (line) => lines.push(line) })
  return { end: await end.catch((error: unknown) => error), lines }
}

afterEach(() => vi.unstubAllGlobals())

describe('a streamed call', () => {
  it('hands out the lines as they come, however they were cut, and answers the data of the end', async () => {
    const { end, lines } = await run([
      '{"type":"progress","done":1}\n{"type":"pro',
      'gress","done":2}\n',
      '{"type":"end","code":0,"message":"","data":{"written":2}}',
    ])
    expect(lines).toEqual([
      { type: 'progress', done: 1 },
      { type: 'progress', done: 2 },
    ])
    expect(end).toEqual({ written: 2 })
  })

  it('throws what the end says, with its data', async () => {
    const { end } = await run(['{"type":"end","code":2,"message":"disk full","data":{"there":1}}\n'])
    expect(end).toMatchObject({ name: 'ApiError', code: 2, message: 'disk full', requestId: 'r-9', data: { there: 1 } })
  })

  it('throws what was refused before the work began', async () => {
    const { end } = await run(['{"code":1,"message":"no permission","data":null}'], 'application/json; charset=utf-8')
    expect(end).toMatchObject({ name: 'ApiError', code: 1 })
  })

  it('does not take a broken answer for success', async () => {
    const { end } = await run(['{"type":"progress","done":1}\n'])
    expect(end).toMatchObject({ name: 'TransportError', kind: 'network' })
  })

  it('tells the page unless it is to be quiet', async () => {
    const told: unknown[] = []
    const stop = onCallError((error) => told.push(error))
    answerWith('application/x-ndjson', ['{"type":"end","code":2,"message":"x","data":null}\n'])
    await callStream(Work, { files: [] }, { onLine: () => undefined }).catch(() => undefined)
    stop()
    expect(told).toHaveLength(1)
  })
})
