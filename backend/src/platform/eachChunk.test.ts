import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { eachChunk } from './eachChunk.ts'

const CHUNK = Buffer.alloc(1000)

it('hands on everything in order', async () => {
  const body = new PassThrough()
  const taken: string[] = []
  const work = eachChunk(body, (chunk) => {
    taken.push(chunk.toString())
    return chunk.toString() === 'b' ? turn() : undefined
  })
  for (const text of ['a', 'b', 'c']) {
    body.write(text)
    await turn()
  }
  body.end('d')
  await work
  expect(taken.join('')).toBe('abcd')
})

it('holds the stream while the taker has no room', async () => {
  const body = new PassThrough({ highWaterMark: CHUNK.length })
  const room = Promise.withResolvers<void>()
  let taken = 0
  const work = eachChunk(body, () => {
    taken++
    return room.promise
  })
  for (let i = 0; i < 4; i++) body.write(CHUNK)
  await turn()
  expect(taken).toBe(1)
  expect(body.writableNeedDrain).toBe(true)
  room.resolve()
  body.end()
  await work
  expect(taken).toBeGreaterThan(1)
})

it('leaves the stream in one piece when the taker fails, at once or later', async () => {
  for (const take of [
    () => {
      throw new Error('full')
    },
    () => Promise.reject(new Error('full')),
  ]) {
    const body = new PassThrough()
    const work = eachChunk(body, take)
    body.write(CHUNK)
    await expect(work).rejects.toThrow('full')
    expect(body.destroyed).toBe(false)
    body.end(CHUNK)
    body.resume()
    await new Promise((resolve) => body.once('end', resolve))
  }
})

it('says when the stream breaks off', async () => {
  const body = new PassThrough()
  const work = eachChunk(body, () => undefined)
  body.write(CHUNK)
  body.destroy()
  await expect(work).rejects.toThrow('Premature close')
})
