import { fireEvent, screen } from '@testing-library/react'
import { renderPage } from '@windlass/shared-kit/testing'
import { expect, it, vi } from 'vitest'
import remote from '../remote.ts'
import { SessionStrip } from './SessionStrip.tsx'

const sessions = [
  { key: 'a', title: 'web-1', state: 'success' as const, stateText: 'open' },
  { key: 'b', title: 'web-2', isMarked: true },
  { key: 'c', title: 'web-3' },
]

async function open() {
  const onSelect = vi.fn()
  const onClose = vi.fn()
  const page = await renderPage(
    <SessionStrip label="Terminals" sessions={sessions} activeKey="a" onSelect={onSelect} onClose={onClose} />,
    { remote },
  )
  const name = (title: string) =>
    screen.getByRole('button', { name: new RegExp(`^(open |Something new )?${title}( Something new)?$`) })
  return { ...page, onSelect, onClose, name }
}

it('marks the session that is shown, and tells its state in words', async () => {
  const { name } = await open()
  expect(name('web-1').getAttribute('aria-current')).toBe('true')
  expect(name('web-2').getAttribute('aria-current')).toBeNull()
  expect(name('web-1').textContent).toContain('open')
})

it('is one stop for the Tab key, and the arrows go on from there', async () => {
  const { actor, name, onSelect } = await open()
  name('web-1').focus()
  await actor.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
  expect(document.activeElement).toBe(name('web-3'))
  await actor.keyboard('{Home}{End}{Enter}')
  expect(onSelect.mock.calls).toEqual([['c']])
})

it('closes by its button, by Delete and by the middle button', async () => {
  const { actor, name, onClose, onSelect } = await open()
  await actor.click(screen.getByRole('button', { name: 'Close web-2' }))
  name('web-1').focus()
  await actor.keyboard('{Delete}')
  fireEvent(name('web-3'), new MouseEvent('auxclick', { bubbles: true, button: 1 }))
  expect(onClose.mock.calls).toEqual([['b'], ['a'], ['c']])
  expect(onSelect).not.toHaveBeenCalled()
})

it('lists all of them in a menu, for when they do not fit', async () => {
  const { actor, onSelect } = await open()
  await actor.click(screen.getByRole('button', { name: 'All: Terminals' }))
  await actor.click(await screen.findByRole('menuitem', { name: /web-3/ }))
  expect(onSelect).toHaveBeenCalledWith('c')
})
