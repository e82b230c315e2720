import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { withLock } from './withLock.ts'

/** As in earnest, but faster: a busy machine stands still for less than the time after which a holder counts as gone. */
const PACE = { heartbeat: 50, abandoned: 2_000, patience: 30_000 }

let dir: string
let file: string

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'windlass-lock-'))
  file = path.join(dir, '.lock')
})

afterEach(() => rm(dir, { recursive: true, force: true }))

it('lets one in at a time', async () => {
  let inside = 0
  let most = 0
  const visit = () =>
    withLock(file, async () => {
      inside++
      most = Math.max(most, inside)
      await sleep(5)
      inside--
    })
  await Promise.all(Array.from({ length: 10 }, visit))
  expect(most).toBe(1)
  expect(await readdir(dir)).toEqual([])
})

it('is free again after a failure, which it passes on', async () => {
  const failing = withLock(file, async () => {
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(existsSync(file)).toBe(false)
  expect(await withLock(file, async () => 'yes')).toBe('yes')
})

it('is taken from a holder that shows no life, by one of those who wait', async () => {
  await writeFile(file, 'somewhere:1:crashed')
  let inside = 0
  let most = 0
  const work = async () => {
    inside++
    most = Math.max(most, inside)
    await sleep(5)
    inside--
  }
  await Promise.all([withLock(file, work, PACE), withLock(file, work, PACE), withLock(file, work, PACE)])
  expect(most).toBe(1)
  expect(await readdir(dir)).toEqual([])
})

it('is left to a holder that is slow but lives', async () => {
  const inside = Promise.withResolvers<void>()
  let isDone = false
  const work = async () => {
    inside.resolve()
    await sleep(PACE.abandoned * 1.5)
    isDone = true
  }
  const slow = withLock(file, work, PACE)
  await inside.promise
  expect(await withLock(file, async () => isDone, PACE)).toBe(true)
  await slow
})

it('tells whoever has waited long enough', async () => {
  const [inside, isTold] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const work = () => {
    inside.resolve()
    return isTold.promise
  }
  const slow = withLock(file, work, PACE)
  await inside.promise
  const waiting = withLock(file, async () => 'never', { ...PACE, patience: 200 })
  await expect(waiting).rejects.toThrow(/\.lock is held by somebody else: try again when they are done$/)
  isTold.resolve()
  await slow
})
