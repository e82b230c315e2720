import { beforeEach, describe, expect, it, vi } from 'vitest'

vi.mock('./containers.ts', () => ({ loadContainer: vi.fn(), guardLoader: vi.fn() }))
const message = (remote: string, version: string) => ({ remote, version, instead: '', isAutomatic: false, reason: '' })

describe('versions that were taken back', () => {
  beforeEach(() => void vi.resetModules())

  const start = async () => {
    const { runningAtom } = await import('./loadArea.ts')
    const withdrawn = await import('./withdrawn.ts')
    const { store: fresh } = await import('@windlass/shared-kit/session')
    fresh.set(runningAtom, new Set(['logs@1.1.0']))
    return { ...withdrawn, marked: () => fresh.get(withdrawn.withdrawnAtom) }
  }

  it('matter only to a page that runs them, and once', async () => {
    const { noteWithdrawal, marked } = await start()
    noteWithdrawal(message('logs', '1.2.0'))
    expect(marked()).toEqual([])
    noteWithdrawal(message('logs', '1.1.0'))
    noteWithdrawal(message('logs', '1.1.0'))
    expect(marked()).toEqual(['logs@1.1.0'])
  })

  it('that are not loaded yet are not loaded any more: the registry is asked before', async () => {
    const { noteWithdrawal, marked } = await start()
    const { loadArea } = await import('./loadArea.ts')
    const { registryAtom } = await import('./registry.ts')
    const { store: fresh } = await import('@windlass/shared-kit/session')
    fresh.set(registryAtom, { remotes: {}, off: {} })
    const asked = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async () =>
        Response.json({ remotes: {}, off: { deploy: { reason: 'operator', message: 'taken back' } } }),
      )
    noteWithdrawal(message('deploy', '2.0.0'))
    expect(asked).not.toHaveBeenCalled()
    await expect(loadArea('deploy')).rejects.toMatchObject({ off: { message: 'taken back' } })
    expect(marked()).toEqual([])
  })

  it('are asked for after the live connection was gone, but not again and again', async () => {
    const { checkWithdrawals, marked } = await start()
    const asked = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async () => Response.json({ remotes: {}, withdrawn: ['logs@1.1.0', 'deploy@9.9.9'] }))
    await checkWithdrawals()
    await checkWithdrawals()
    expect(marked()).toEqual(['logs@1.1.0'])
    expect(asked).toHaveBeenCalledOnce()
  })

  it('stay unknown without harm when nobody answers', async () => {
    const { checkWithdrawals, marked } = await start()
    vi.spyOn(console, 'debug').mockImplementation(() => undefined)
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
    await checkWithdrawals()
    expect(marked()).toEqual([])
  })
})
