import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { PRIVATE_PREFIX } from '@windlass/shared-kit/session'
import { renderPage } from '@windlass/shared-kit/testing'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { readLinkState, writeLinkState } from './box/deepLink.ts'
import remote from './remote.ts'
import ToolboxDialog from './ToolboxDialog.tsx'

/** A dialog that can be opened anew without a wish for a tool, as by somebody who comes back later. */
function Visit({ item, onClose }: { item: string; onClose: () => void }) {
  const [isBack, setBack] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setBack(true)}>
        come back
      </button>
      <ToolboxDialog key={String(isBack)} item={isBack ? '' : item} open onClose={onClose} />
    </>
  )
}
const comeBack = () => fireEvent.click(screen.getByText('come back'))
const nothing = () => undefined
const open = (item: string, onClose = nothing) =>
  renderPage(<Visit item={item} onClose={onClose} />, { remote, path: '/deploy/index' })
const amount = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Amount' })

describe('the dialog', () => {
  it('shows the tool asked for, puts it into the address and remembers it', async () => {
    const page = await open('json')
    expect(await screen.findByRole('textbox', { name: 'JSON text' })).toBeTruthy()
    expect(page.path()).toBe('/deploy/index?tool=json')
    await page.actor.click(screen.getByRole('tab', { name: 'Date transform' }))
    expect(await screen.findByLabelText('Timestamp')).toBeTruthy()
    expect(page.path()).toBe('/deploy/index?tool=date')
    await page.actor.click(screen.getByRole('tab', { name: 'JSON pretty' }))
    comeBack()
    expect(await screen.findByRole('textbox', { name: 'JSON text' })).toBeTruthy()
  })

  it('goes through its tools by keyboard', async () => {
    const page = await open('date')
    await screen.findByLabelText('Timestamp')
    act(() => screen.getByRole('tab', { selected: true }).focus())
    await page.actor.keyboard('{ArrowRight}')
    const chosen = screen.getByRole('tab', { selected: true })
    expect([chosen.getAttribute('aria-label'), document.activeElement]).toEqual(['JSON pretty', chosen])
    await page.actor.keyboard('{Home}')
    expect(page.path()).toBe('/deploy/index?tool=date')
  })

  it('is closed by Escape but not by a click beside it', async () => {
    const onClose = vi.fn()
    const page = await open('date', onClose)
    await screen.findByLabelText('Timestamp')
    const beside = document.querySelector('.ant-modal-wrap')
    if (!beside) throw new Error('the dialog has no surroundings')
    await page.actor.click(beside)
    expect(onClose).not.toHaveBeenCalled()
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(page.path()).toBe('/deploy/index')
  })

  it('starts with the inputs of a link, until somebody changes them', async () => {
    const page = await renderPage(<Visit item="byte" onClose={nothing} />, {
      remote,
      path: `/deploy/index?tool=byte&with=${writeLinkState({ amount: '1536', unit: 'KB' })}`,
    })
    expect((await amount()).value).toBe('1536')
    expect(localStorage.getItem(`${PRIVATE_PREFIX}toolbox.byte`)).toBeNull()
    await page.actor.type(await amount(), '7')
    expect(page.path()).toBe('/deploy/index?tool=byte')
  })

  it('gives a link to the tool with its inputs', async () => {
    const page = await open('byte')
    await page.actor.type(await amount(), '1536{Enter}')
    await page.actor.click(screen.getByRole('button', { name: 'Copy a link: Byte transform' }))
    const link = new URL(await navigator.clipboard.readText())
    const parameters = new URLSearchParams(link.hash.split('?')[1])
    expect([link.hash.split('?')[0], parameters.get('tool')]).toEqual(['#/deploy/index', 'byte'])
    expect(readLinkState(parameters.get('with') ?? '')).toMatchObject({ amount: '1536' })
  })

  it('has the last tool with its inputs when somebody comes back', async () => {
    const { actor } = await open('byte')
    await actor.type(await amount(), '1536')
    comeBack()
    expect((await amount()).value).toBe('1536')
  })

  it('remembers nothing in the browser once that is turned off, and still has it in this page', async () => {
    const { actor } = await open('byte')
    await actor.type(await amount(), '1536')
    const kept = () => Object.keys(localStorage).filter((name) => name.startsWith(PRIVATE_PREFIX))
    expect(kept()).not.toEqual([])
    await actor.click(screen.getByRole('checkbox', { name: 'Remember inputs' }))
    expect(kept()).toEqual([])
    await actor.click(screen.getByRole('tab', { name: 'Date transform' }))
    await actor.click(screen.getByRole('tab', { name: 'Byte transform' }))
    expect((await amount()).value).toBe('1536')
    expect(kept()).toEqual([])
  })
})
