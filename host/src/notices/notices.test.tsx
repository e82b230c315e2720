import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { ReleaseLeavePreview } from '@windlass/shared-kit/contract/areaUse'
import { registerTexts, startI18n } from '@windlass/shared-kit/i18n'
import { SessionProvider, store } from '@windlass/shared-kit/session'
import { answer, pretendServer } from '@windlass/shared-kit/testing'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { registryAtom } from '../areas/registry.ts'
import { withdrawnAtom } from '../areas/withdrawn.ts'
import PreviewBanner from './PreviewBanner.tsx'
import WithdrawnNote from './WithdrawnNote.tsx'

const HOUR_MS = 3_600_000
const preview = (more: object) => ({
  remotes: {},
  preview: { area: 'logs', version: '1.2.0', origin: '', expireTime: Date.now() + 1.5 * HOUR_MS, ...more },
})
const reload = vi.fn()

beforeAll(async () => {
  await startI18n('en')
  await registerTexts('host', {
    en: () => import('../locales/en.json'),
    'zh-cn': () => import('../locales/zh-cn.json'),
  })
  vi.spyOn(location, 'reload').mockImplementation(reload)
})
afterEach(() => {
  cleanup()
  reload.mockReset()
})

describe('the banner of a preview', () => {
  const draw = (more: object = {}) => {
    store.set(registryAtom, preview(more))
    render(<PreviewBanner />, { wrapper: SessionProvider })
  }
  const said = () => screen.getByRole('status').textContent

  it('says what is shown, to whom, and for how long', () => {
    draw()
    expect(screen.getByRole('region', { name: 'Preview' })).toBeDefined()
    expect(said()).toContain('logs 1.2.0. Others do not see this version.')
    expect(screen.getByText('ends in 1 hr.')).toBeDefined()
  })

  it('names the machine it comes from', () => {
    draw({ origin: 'http://localhost:8104', version: '1.2.0-source' })
    expect(said()).toContain('logs 1.2.0-source from localhost:8104.')
  })

  it('ends it on the server, then loads the page again', async () => {
    draw()
    const server = pretendServer([answer(ReleaseLeavePreview, null)])
    fireEvent.click(screen.getByRole('button', { name: 'Leave preview' }))
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), { timeout: 10_000 })
    expect(server.calls.map(({ endpoint }) => endpoint.path)).toEqual([ReleaseLeavePreview.path])
    server.restore()
  })

  it('says when it has ended, and only then offers to load the page again', () => {
    draw({ expireTime: Date.now() - 1 })
    expect(said()).toContain('logs 1.2.0: this preview has ended.')
    expect(screen.queryByRole('button', { name: 'Leave preview' })).toBeNull()
    expect(reload).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Load again' }))
    expect(reload).toHaveBeenCalledOnce()
  })
})

describe('the note about a version that was taken back', () => {
  it('never loads the page by itself, can wait, and comes again for another one', () => {
    store.set(withdrawnAtom, ['logs@1.1.0'])
    render(<WithdrawnNote />, { wrapper: SessionProvider })
    expect(screen.getByRole('status').textContent).toContain('A version of logs that this page uses was taken back.')
    expect(reload).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Later' }))
    expect(screen.queryByRole('status')).toBeNull()
    act(() => store.set(withdrawnAtom, ['logs@1.1.0', 'deploy@2.0.0']))
    fireEvent.click(screen.getByRole('button', { name: 'Load again' }))
    expect(reload).toHaveBeenCalledOnce()
  })
})
