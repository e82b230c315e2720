import { expect, it } from 'vitest'
import { until } from '../../testing/deployBench.ts'
import { createOpensshPool } from './opensshPool.ts'
import type { OpensshSettings } from './opensshSettings.ts'

/** Settings that count how often they were made and ended. */
function counted() {
  const counts = { made: 0, ended: 0 }
  const create = async (): Promise<OpensshSettings> => {
    counts.made++
    const dispose = async () => void counts.ended++
    return { host: 'h', configFile: '/c', command: ['ssh'], rsyncShell: 'ssh', env: {}, dispose }
  }
  return { counts, create }
}

it('lends the same settings while somebody needs them, and ends them once nobody did for a while', async () => {
  const pool = createOpensshPool(1)
  const { counts, create } = counted()
  const [one, other] = [await pool.lend('way', create), await pool.lend('way', create)]
  await one.dispose()
  // Given back twice is given back once.
  await one.dispose()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(counts).toEqual({ made: 1, ended: 0 })
  await other.dispose()
  await until('they are ended', () => counts.ended === 1)
  await pool.lend('way', create)
  expect(counts.made).toBe(2)
  await pool.close()
  expect(counts.ended).toBe(2)
})

it('makes other settings for another way, and tries anew after a failure', async () => {
  const pool = createOpensshPool()
  const { counts, create } = counted()
  await pool.lend('one', create)
  await pool.lend('other', create)
  expect(counts.made).toBe(2)
  await expect(pool.lend('third', () => Promise.reject(new Error('no key')))).rejects.toThrow('no key')
  await pool.lend('third', create)
  expect(counts.made).toBe(3)
  await pool.close()
})
