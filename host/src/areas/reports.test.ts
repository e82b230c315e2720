import { ReleaseReport } from '@windlass/shared-kit/contract/areaUse'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AreaError } from './areaError.ts'
import type * as Reports from './reports.ts'

const ADA = { id: 1, account: 'ada', name: 'Ada', superManager: 0 } as const
let reports: typeof Reports
const sent = vi.fn<(reports: unknown[]) => Response>()
const ok = () => Response.json({ code: 0, message: '', data: null })

/** Every test has a module of its own, because what waits and what was sent is kept in it. */
beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  reports = await import('./reports.ts')
  const session = await import('@windlass/shared-kit/session')
  session.store.set(session.userAtom, ADA as never)
  sent.mockReset().mockImplementation(ok)
  vi.spyOn(console, 'debug').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    // Anything else than this endpoint, kept alive when the page is left, is no report.
    if (!String(address).includes(ReleaseReport.path) || !init?.keepalive) throw new Error('not a report')
    return sent((JSON.parse(String(init?.body)) as { reports: unknown[] }).reports)
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const fail = (message = 'gone') => {
  const failure = new AreaError('logs', '1.1.0', new Error(message))
  reports.reportFailure('load', failure, 30)
  return failure
}

describe('reports about areas', () => {
  it('wait until the first page is long there, and go together', async () => {
    reports.reportLoaded('logs', '1.1.0', 120.4)
    reports.reportLoaded('deploy', '2.0.0', 80)
    await vi.advanceTimersByTimeAsync(14_000)
    expect(sent).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1_500)
    expect(sent).toHaveBeenCalledExactlyOnceWith([
      expect.objectContaining({ area: 'logs', version: '1.1.0', outcome: 'loaded', ms: 120, count: 1 }),
      expect.objectContaining({ area: 'deploy' }),
    ])
  })

  it('tell of a failure soon, once with its count, and with the id on the card', async () => {
    fail()
    fail()
    const last = fail()
    await vi.advanceTimersByTimeAsync(2_500)
    expect(sent).toHaveBeenCalledExactlyOnceWith([
      expect.objectContaining({ outcome: 'load', message: 'gone', count: 3, errorId: last.errorId }),
    ])
  })

  it('come at most once a minute when nothing failed', async () => {
    reports.reportLoaded('logs', '1.1.0', 1)
    await vi.advanceTimersByTimeAsync(15_500)
    reports.reportLoaded('deploy', '1.0.0', 1)
    await vi.advanceTimersByTimeAsync(50_000)
    expect(sent).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(12_000)
    expect(sent).toHaveBeenCalledTimes(2)
  })

  it('go at once when the page is left', async () => {
    reports.reportLoaded('logs', '1.1.0', 1)
    globalThis.dispatchEvent(new Event('pagehide'))
    await vi.advanceTimersByTimeAsync(0)
    expect(sent).toHaveBeenCalledOnce()
  })

  it('keep no more than fifty kinds, however inventive a page fails', async () => {
    for (let number = 0; number < 80; number++) fail(`failure ${number}`)
    await vi.advanceTimersByTimeAsync(2_500)
    expect(sent.mock.lastCall?.[0]).toHaveLength(50)
  })

  it('are not sent again to a server that does not know them', async () => {
    sent.mockImplementation(() => Response.json({ code: 1, message: 'there is no such path', data: null }))
    fail('one')
    await vi.advanceTimersByTimeAsync(3_000)
    fail('two')
    await vi.advanceTimersByTimeAsync(120_000)
    expect(sent).toHaveBeenCalledOnce()
  })

  it('are sent again when the server was only away', async () => {
    sent.mockImplementationOnce(() => new Response('bad gateway', { status: 502 }))
    fail('one')
    await vi.advanceTimersByTimeAsync(3_000)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toHaveBeenCalledTimes(2)
    expect(sent.mock.lastCall?.[0]).toEqual([expect.objectContaining({ message: 'one', count: 1 })])
  })

  it('are not sent again when another server answers that there is no such page', async () => {
    sent.mockImplementation(() => new Response('not found', { status: 404 }))
    fail('one')
    await vi.advanceTimersByTimeAsync(120_000)
    expect(sent).toHaveBeenCalledOnce()
  })

  it('never say more than the server takes', async () => {
    for (let times = 0; times < 1_200; times++)
      reports.reportFailure('load', new AreaError('logs', '1.1.0', 'gone'), 1e9)
    await vi.advanceTimersByTimeAsync(2_500)
    expect(sent.mock.lastCall?.[0]).toEqual([expect.objectContaining({ count: 1_000, ms: 600_000 })])
  })

  it('wait for a sign-in', async () => {
    const session = await import('@windlass/shared-kit/session')
    session.store.set(session.userAtom, null)
    fail()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(sent).not.toHaveBeenCalled()
    session.store.set(session.userAtom, ADA as never)
    fail('another')
    await vi.advanceTimersByTimeAsync(3_000)
    expect(sent.mock.lastCall?.[0]).toHaveLength(2)
  })
})
