import { setTimeout } from 'node:timers/promises'
import pino from 'pino'
import { expect, it } from 'vitest'
import { everyHour } from './everyHour.ts'

/** A server's life with one chore in it. */
function lifeWith(run: (signal: AbortSignal) => Promise<void>) {
  const said: string[] = []
  const starts: (() => Promise<void>)[] = []
  const stops: (() => Promise<void>)[] = []
  const log = pino({ base: null }, { write: (line: string) => said.push((JSON.parse(line) as { msg: string }).msg) })
  const parts = { log, onStart: starts.push.bind(starts), onStop: stops.push.bind(stops) }
  everyHour(parts, 'tidy up', run)
  return {
    said,
    start: () => Promise.all(starts.map((each) => each())),
    stop: () => Promise.all(stops.map((each) => each())),
  }
}

it('holds up no start, and a stop waits until the chore has given up', async () => {
  let ended = ''
  const life = lifeWith(async (signal) => {
    ended = await setTimeout(60_000, 'at its own time', { signal }).catch(() => 'by the stop')
  })
  await life.start()
  expect(ended).toBe('')
  await life.stop()
  expect(ended).toBe('by the stop')
  expect(life.said).toEqual([])
})

it('says when a chore failed, and says nothing about one that the stop cut off', async () => {
  const failing = lifeWith(() => Promise.reject(new Error('the disk is full')))
  await failing.start()
  await failing.stop()
  expect(failing.said).toEqual(['cannot tidy up; trying again in an hour'])

  const cut = lifeWith(async (signal) => {
    await setTimeout(60_000, undefined, { signal })
  })
  await cut.start()
  await cut.stop()
  expect(cut.said).toEqual([])
})
