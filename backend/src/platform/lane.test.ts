import { expect, it } from 'vitest'
import { createLane } from './lane.ts'

it('never runs more than its limit, lets nobody starve, and goes on after a failure', async () => {
  const lane = createLane(3)
  let running = 0
  let most = 0
  const work = (index: number) => async () => {
    running++
    most = Math.max(most, running)
    await new Promise((resolve) => setTimeout(resolve, index % 3))
    running--
    if (index % 5 === 0) throw new Error(`work ${index}`)
    return index
  }
  const ends = await Promise.allSettled(Array.from({ length: 40 }, (_each, index) => lane.run(work(index))))
  expect(most).toBe(3)
  expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(8)
  expect(await lane.run(work(1))).toBe(1)
})
