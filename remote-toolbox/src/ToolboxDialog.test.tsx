import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { renderPage } from '@windlass/shared-kit/testing'
import { useState } from 'react'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { writeLinkState } from './box/deepLink.ts'
import remote from './remote.ts'
import ToolboxDialog from './ToolboxDialog.tsx'

const BOX_PX = 440

// The test's document has no layout, and the tree draws only what fits its height.
const original = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'clientHeight')
beforeAll(
  () => void Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, value: BOX_PX }),
)
afterAll(() => {
  if (original) Object.defineProperty(HTMLElement.prototype, 'clientHeight', original)
  else Reflect.deleteProperty(HTMLElement.prototype, 'clientHeight')
})

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
const button = (name: string) => screen.getByRole('button', { name })
const lines = () => screen.getAllByRole('treeitem').map(({ textContent }) => textContent)

async function openJson(text: string) {
  const page = await open('json')
  await page.actor.click(await screen.findByRole('textbox', { name: 'JSON text' }))
  await page.actor.paste(text)
  return page
}

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
    const inputs = writeLinkState({ text: '{"linked":[true]}' })
    const page = await renderPage(<Visit item="json" onClose={nothing} />, {
      remote,
      path: `/deploy/index?tool=json&with=${inputs}`,
    })
    expect(await screen.findByText('"linked"')).toBeTruthy()
    expect(localStorage.getItem('windlass.toolbox.json')).toBeNull()
    await page.actor.click(button('Clear'))
    expect(page.path()).toBe('/deploy/index?tool=json')
  })

  it('remembers nothing in the browser once that is turned off', async () => {
    const { actor } = await openJson('{"kept":true}')
    await screen.findByRole('tree')
    await actor.click(screen.getByRole('checkbox', { name: 'Remember inputs' }))
    expect(Object.keys(localStorage).filter((name) => name.startsWith('windlass.toolbox.'))).toEqual([])
  })
})

describe('the date converter', () => {
  it('converts by Enter in either field', async () => {
    const { actor } = await open('date')
    await actor.type(await screen.findByLabelText('Timestamp'), '1700000000{Enter}')
    const date = screen.getByLabelText<HTMLInputElement>('Date')
    expect(screen.getByText('2023-11-14T22:13:20.000Z')).toBeTruthy()
    await actor.clear(date)
    await actor.type(date, '2026-11-21T00:00:00Z{Enter}')
    expect(screen.getByLabelText<HTMLInputElement>('Timestamp').value).toBe('1795219200')
  })

  it('moves by days and clears', async () => {
    const { actor } = await open('date')
    await actor.type(await screen.findByLabelText('Timestamp'), '1700000000')
    await actor.click(button('− 1 day'))
    expect(screen.getByLabelText<HTMLInputElement>('Timestamp').value).toBe('1699913600')
    await actor.click(button('+ 1 day'))
    expect(screen.getByLabelText<HTMLInputElement>('Timestamp').value).toBe('1700000000')
    await actor.click(button('Clear'))
    expect(screen.getByLabelText<HTMLInputElement>('Date').value).toBe('')
  })

  it('says what it cannot read', async () => {
    const { actor } = await open('date')
    await actor.type(await screen.findByLabelText('Date'), '2026-02-30{Enter}')
    expect(screen.getByRole('alert').textContent).toContain('There is no such date')
  })

  it('shows the passing time where nothing is typed', async () => {
    await open('date')
    const field = await screen.findByLabelText<HTMLInputElement>('Timestamp')
    vi.useFakeTimers({ shouldAdvanceTime: false })
    try {
      const page = await open('date')
      await act(() => vi.advanceTimersByTimeAsync(0))
      const before = Number(screen.getByLabelText<HTMLInputElement>('Timestamp').placeholder)
      await act(() => vi.advanceTimersByTimeAsync(2000))
      expect(Number(screen.getByLabelText<HTMLInputElement>('Timestamp').placeholder)).toBe(before + 2)
      page.unmount()
    } finally {
      vi.useRealTimers()
    }
    expect(field).toBeTruthy()
  })
})

describe('JSON pretty', () => {
  it('becomes a tree when something is pasted, with numbers as written', async () => {
    await openJson('{"id":12345678901234567890,"list":[1.0]}')
    expect(await screen.findByRole('tree')).toBeTruthy()
    expect(lines()).toEqual(['{', '"id": 12345678901234567890,', '"list": [', '1.0'])
  })

  it('folds by click, marks by Alt and tells the path by Shift', async () => {
    const { actor } = await openJson('{"a":{"b c":[1,2]}}')
    const line = async (text: string) => within(await screen.findByRole('tree')).getByText(text)
    await actor.keyboard('{Shift>}')
    await actor.click(await line('2'))
    await actor.keyboard('{/Shift}')
    expect(screen.getByText('$.a["b c"][1]')).toBeTruthy()
    await actor.keyboard('{Alt>}')
    await actor.click(await line('1'))
    await actor.keyboard('{/Alt}')
    expect(screen.getByRole('treeitem', { selected: true }).textContent).toBe('1,')
    await actor.click(button('Unmark all'))
    expect(screen.queryByRole('treeitem', { selected: true })).toBeNull()
    await actor.click(await line('"b c"'))
    expect(lines()).toEqual(['{', '"a": {', '"b c": [2 items]'])
    await actor.click(button('Collapse all'))
    expect(lines()).toEqual(['{1 key}'])
    await actor.click(button('Expand all'))
    expect(lines()).toHaveLength(5)
  })

  it('works by keyboard alone', async () => {
    const { actor } = await openJson('{"a":[1],"b":2}')
    act(() => screen.getByRole('tree').focus())
    await actor.keyboard('{ArrowDown}{ArrowLeft}')
    expect(lines()).toEqual(['{', '"a": [1 item],', '"b": 2'])
    await actor.keyboard('{ArrowDown}{Alt>}{Enter}{/Alt}{Shift>}{Enter}{/Shift}')
    expect(screen.getByRole('treeitem', { selected: true }).textContent).toBe('"b": 2')
    expect(screen.getByText('$.b')).toBeTruthy()
  })

  it("shows the parser's message in place of the tree", async () => {
    await openJson('{"a":}')
    expect((await screen.findByRole('alert')).textContent).toContain('Unexpected token')
    expect(screen.queryByRole('tree')).toBeNull()
  })

  it('asks for an object or an array at the root', async () => {
    await openJson('42')
    expect((await screen.findByRole('alert')).textContent).toBe('The root should be an object or an array')
  })

  it('draws only what is in sight of a long document', async () => {
    await openJson(JSON.stringify(Array.from({ length: 10_000 }, (_, index) => index)))
    await screen.findByRole('tree')
    expect(lines().length).toBeLessThan(100)
  })

  it('shows values as text only', async () => {
    await openJson('["<img src=x onerror=alert(1)>"]')
    expect(await screen.findByText('"<img src=x onerror=alert(1)>"')).toBeTruthy()
    expect(document.querySelector('img')).toBeNull()
  })

  it('keeps the document in this browser until it is cleared', async () => {
    const { actor } = await openJson('{"kept":true}')
    await screen.findByRole('tree')
    comeBack()
    expect(await screen.findByText('"kept"')).toBeTruthy()
    await actor.click(button('Clear'))
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'JSON text' }).value).toBe('')
    expect(localStorage.getItem('windlass.toolbox.json')).not.toContain('kept')
  })
})
