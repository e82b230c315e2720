import { screen } from '@testing-library/react'
import type { DetachedWindowAPI } from 'happy-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Code } from '../contract/codes.ts'
import { ApiError } from '../http/callError.ts'
import { renderPage } from '../testing/index.tsx'
import { DataTable } from './DataTable.tsx'
import type { DataColumn } from './dataColumn.ts'
import type { Loadable } from './Loadable.ts'

interface Fruit {
  id: number
  name: string
}

const loaded: Loadable = { data: [], error: null, isFetching: false, refetch: async () => undefined }
const columns: DataColumn<Fruit>[] = [
  {
    key: 'name',
    title: 'Fruit',
    card: 'title',
    compare: (a, b) => a.name.localeCompare(b.name),
    render: (row) => row.name,
  },
  { key: 'id', title: 'Number', render: ({ id }) => <span>no. {id}</span> },
  { key: 'do', title: 'Actions', card: 'actions', render: () => <button type="button">Eat</button> },
]
const fruits = (count: number) => Array.from({ length: count }, (_, id) => ({ id, name: `fruit ${id}` }))
type Props = Parameters<typeof DataTable<Fruit>>[0]
const draw = (props: Partial<Props>) =>
  renderPage(
    <DataTable<Fruit> label="Fruits" of={loaded} rows={[]} rowKey={({ id }) => id} columns={columns} {...props} />,
  )

// The pretended window is part of the test environment, which the types of a real one do not know.
const { happyDOM } = window as unknown as { happyDOM: DetachedWindowAPI }

function narrowWindow() {
  const width = innerWidth
  happyDOM.setViewport({ width: 390 })
  return () => happyDOM.setViewport({ width })
}

describe('a table of data', () => {
  let widen = () => undefined as void
  afterEach(() => widen())

  it('shows as many grey rows as fit a first page while loading, under the real headings', async () => {
    await draw({ of: { ...loaded, data: undefined, isFetching: true } })
    expect(screen.getByRole('status').getAttribute('aria-busy')).toBe('true')
    expect(screen.getByText('Fruit')).toBeTruthy()
    expect(document.querySelectorAll('.wl-bar')).toHaveLength(24)
  })

  it('tells a first use from a search without result', async () => {
    await draw({ empty: { title: 'No fruit yet' } })
    expect(screen.getByText('No fruit yet')).toBeTruthy()
    const clear = vi.fn<() => void>()
    const page = await draw({ empty: { title: 'No fruit yet' }, onClearFilters: clear })
    expect(screen.queryByText('No fruit yet')).toBeNull()
    await page.actor.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(clear).toHaveBeenCalledOnce()
  })

  it('keeps its rows when a refresh fails', async () => {
    await draw({ of: { ...loaded, error: new ApiError(Code.Failed, 'too late', '') }, rows: fruits(2) })
    expect(screen.getByText('fruit 1')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('opens a row by a click on it, but not on what does something of its own', async () => {
    const open = vi.fn<(row: Fruit) => void>()
    const page = await draw({ rows: fruits(1), onOpen: open })
    await page.actor.click(screen.getByRole('button', { name: 'Eat' }))
    expect(open).not.toHaveBeenCalled()
    await page.actor.click(screen.getByText('no. 0'))
    expect(open).toHaveBeenCalledWith({ id: 0, name: 'fruit 0' })
  })

  it('sorts by a heading', async () => {
    const page = await draw({ rows: fruits(3) })
    await page.actor.click(screen.getByText('Fruit'))
    await page.actor.click(screen.getByText('Fruit'))
    const names = screen.getAllByText(/^fruit \d$/).map((cell) => cell.textContent)
    expect(names).toEqual(['fruit 2', 'fruit 1', 'fruit 0'])
  })

  it('draws only some of very many rows', async () => {
    await draw({ rows: fruits(10_000) })
    expect(await screen.findByText('fruit 0')).toBeTruthy()
    expect(document.querySelectorAll('*').length).toBeLessThan(4000)
  })

  it('becomes cards on a narrow window, the first hundred at once', async () => {
    widen = narrowWindow()
    const page = await draw({ rows: fruits(130) })
    const cards = () => screen.getByLabelText('Fruits').querySelectorAll('li').length
    expect(cards()).toBe(100)
    expect(document.querySelector('table')).toBeNull()
    await page.actor.click(screen.getByText('Show 30 more'))
    expect(cards()).toBe(130)
    expect(screen.queryByText(/^Show/)).toBeNull()
  })
})
