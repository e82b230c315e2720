import { describe, expect, test } from 'vitest'
import { createGroupSync } from './groupSync.ts'

/** A disk that is done when it is told to be. */
function slowDisk() {
  const running: PromiseWithResolvers<void>[] = []
  const force = () => {
    const one = Promise.withResolvers<void>()
    running.push(one)
    return one.promise
  }
  return { running, sync: createGroupSync(0, force) }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('forcing a file to the disk', () => {
  test('happens once for all who ask while the time before is under way', async () => {
    const { running, sync } = slowDisk()
    const first = sync()
    await settled()
    const others = [sync(), sync(), sync()]
    let areDone = false
    const waiting = Promise.all(others).then(() => {
      areDone = true
    })
    running[0]?.resolve()
    await first
    await settled()
    expect([running.length, areDone]).toEqual([2, false])
    running[1]?.resolve()
    await waiting
    expect(running.length).toBe(2)
  })

  test('a call that comes when it has begun is not covered by it', async () => {
    const { running, sync } = slowDisk()
    const first = sync()
    await settled()
    let isSecondDone = false
    const second = sync().then(() => {
      isSecondDone = true
    })
    running[0]?.resolve()
    await first
    await settled()
    expect(isSecondDone).toBe(false)
    running[1]?.resolve()
    await second
  })

  test('nobody is told that all is well after it failed once', async () => {
    const { running, sync } = slowDisk()
    const first = sync()
    await settled()
    running[0]?.reject(new Error('EIO'))
    await expect(first).rejects.toThrow('EIO')
    await expect(sync()).rejects.toThrow('EIO')
    expect(running.length).toBe(1)
  })
})
