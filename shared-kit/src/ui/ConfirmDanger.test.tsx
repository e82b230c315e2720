import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderPage } from '../testing/index.tsx'
import { ConfirmDanger } from './ConfirmDanger.tsx'

const ask = (onConfirm: () => Promise<unknown>, onClose: () => void, nameToType?: string) =>
  renderPage(
    <ConfirmDanger
      open
      title="Remove “shop”?"
      explanation="It is gone for good."
      verb="Remove project"
      {...{ onConfirm, onClose, nameToType }}
    />,
  )
const done = () => vi.fn<() => Promise<void>>(async () => undefined)
const verb = () => screen.getByRole<HTMLButtonElement>('button', { name: /Remove project/ })

describe('the question before something is destroyed', () => {
  it('does it and closes', async () => {
    const [confirm, close] = [done(), done()]
    const page = await ask(confirm, close)
    await page.actor.click(verb())
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(confirm).toHaveBeenCalledOnce()
  })

  it('does nothing on Cancel, which is where the focus is', async () => {
    const [confirm, close] = [done(), done()]
    const page = await ask(confirm, close)
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
    await page.actor.keyboard('{Enter}')
    expect(close).toHaveBeenCalledOnce()
    expect(confirm).not.toHaveBeenCalled()
  })

  it('waits until exactly the name was typed, also for Enter', async () => {
    const [confirm, close] = [done(), done()]
    const page = await ask(confirm, close, 'shop')
    const field = screen.getByRole('textbox', { name: 'Type shop to go on' })
    await page.actor.type(field, 'Shop{Enter}')
    expect(verb().disabled).toBe(true)
    expect(confirm).not.toHaveBeenCalled()
    await page.actor.clear(field)
    await page.actor.type(field, 'shop{Enter}')
    await waitFor(() => expect(confirm).toHaveBeenCalledOnce())
  })

  it.each(['<img src=x onerror=window.__hit=1>', '</name><b>{{7*7}} $t(cancel)</b>', 'safe\u202Egpj.exe', 'שרת'])(
    'shows %j as it has to be typed',
    async (name) => {
      await ask(done(), done(), name)
      const label = document.querySelector('.wl-danger-name label')
      expect(label?.textContent).toBe(`Type ${name} to go on`)
      expect(label?.querySelector('code')?.textContent).toBe(name)
    },
  )

  it('stays open when it did not work', async () => {
    const close = done()
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const page = await ask(() => Promise.reject(new Error('still in use')), close)
    await page.actor.click(verb())
    await waitFor(() => expect(warn).toHaveBeenCalledOnce())
    expect(close).not.toHaveBeenCalled()
    warn.mockRestore()
  })
})
