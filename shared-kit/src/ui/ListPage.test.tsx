import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderPage } from '../testing/index.tsx'
import { ListPage } from './ListPage.tsx'
import { useUrlState } from './useUrlState.ts'

function Fruits() {
  const url = useUrlState({ search: '', kind: '', open: '' })
  return (
    <ListPage
      title="Fruits"
      search={{ value: url.values.search, placeholder: 'Search fruits', onChange: (search) => url.change({ search }) }}
      chips={[
        {
          key: 'bad',
          label: 'rotten',
          count: 3,
          state: 'failed' as const,
          isActive: url.values.kind === 'bad',
          onToggle: () => url.change({ kind: url.values.kind === 'bad' ? '' : 'bad' }),
        },
      ]}
    >
      <button type="button" onClick={() => url.visit({ open: '4' })}>
        open
      </button>
    </ListPage>
  )
}

describe('a page with a list', () => {
  it('keeps what is typed in the address, and clears it by Escape', async () => {
    const page = await renderPage(<Fruits />, { path: '/fruits?kind=bad' })
    const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search fruits' })
    await page.actor.type(field, 'a b')
    expect(page.path()).toBe('/fruits?kind=bad&search=a+b')
    await page.actor.keyboard('{Escape}')
    expect(page.path()).toBe('/fruits?kind=bad')
    expect(document.activeElement).not.toBe(field)
  })

  it('has numbers that are filters, in words and pressed or not', async () => {
    const page = await renderPage(<Fruits />, { path: '/fruits' })
    const chip = screen.getByRole('button', { name: '3 rotten' })
    expect(chip.getAttribute('aria-pressed')).toBe('false')
    await page.actor.click(chip)
    expect(chip.getAttribute('aria-pressed')).toBe('true')
    expect(page.path()).toBe('/fruits?kind=bad')
  })

  it('leaves other parameters of the address alone', async () => {
    const page = await renderPage(<Fruits />, { path: '/fruits?other=1' })
    await page.actor.click(screen.getByText('open'))
    expect(page.path()).toBe('/fruits?other=1&open=4')
  })

  it('loads again by its button', async () => {
    const onRefresh = vi.fn<() => void>()
    const page = await renderPage(
      <ListPage title="Fruits" refresh={{ isRunning: false, onRefresh }}>
        nothing
      </ListPage>,
    )
    await page.actor.click(screen.getByRole('button', { name: 'Refresh' }))
    expect(onRefresh).toHaveBeenCalledOnce()
  })
})
