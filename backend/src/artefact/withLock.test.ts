import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { withLock } from './withLock.ts'

/** As in earnest, but faster. */
const PACE = { heartbeat: 50, abandoned: 500, patience: 5_000 }

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
  let isDone = false
  const work = async () => {
    await sleep(PACE.abandoned * 3)
    isDone = true
  }
  const slow = withLock(file, work, PACE)
  await sleep(50)
  expect(await withLock(file, async () => isDone, PACE)).toBe(true)
  await slow
})

it('tells whoever has waited long enough', async () => {
  const slow = withLock(file, () => sleep(600), PACE)
  await sleep(50)
  const waiting = withLock(file, async () => 'never', { ...PACE, patience: 200 })
  await expect(waiting).rejects.toThrow(/\.lock is held by somebody else: try again when they are done$/)
  await slow
})
