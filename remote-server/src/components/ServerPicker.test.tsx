import { screen, waitFor, within } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract/codes'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { ServerOptionList } from '@windlass/shared-kit/contract/server'
import { answer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import remote from '../remote.ts'
import { ServerPicker } from './ServerPicker.tsx'

const option = (id: number, name: string, tags: string[], description = '') => ({
  ...{ id, name, tags, description },
  ...{ ip: `10.0.0.${id}`, owner: 'root', insertTime: '', updateTime: '' },
})
const list = [
  option(1, 'web-1', ['front', 'eu'], 'Berlin'),
  option(2, 'web-2', ['front']),
  option(3, 'db-1', ['eu']),
  option(4, 'spare', []),
]
const filled = answer(ServerOptionList, { list })

const NONE: number[] = []

function Some({ start = NONE }) {
  const [ids, setIds] = useState(start)
  return (
    <>
      <ServerPicker mode="multiple" value={ids} onChange={setIds} />
      <output>{ids.join(' ')}</output>
    </>
  )
}

function One() {
  const [id, setId] = useState<number | undefined>()
  return (
    <>
      <ServerPicker value={id} onChange={setId} />
      <output>{id ?? 'none'}</output>
    </>
  )
}

const open = async (page: React.ReactNode, answers = [filled], permissions: Parameters<typeof renderPage>[1] = {}) => {
  const drawn = await renderPage(page, { remote, answers, ...permissions })
  const field = screen.getByRole('combobox')
  await drawn.actor.click(field)
  return { ...drawn, field }
}
const rows = () => [...document.querySelectorAll('.ant-select-item')].map((row) => row.textContent)
const pick = async (text: string) => {
  const popup = document.querySelector<HTMLElement>('.ant-select-dropdown')
  if (!popup) throw new Error('nothing is open')
  return within(popup).findByText(text)
}

describe('a choice of servers', () => {
  it('lists each server once, below its tag, and offers all of a tag and all', async () => {
    await open(<Some />)
    await pick('web-2')
    expect(rows()).toEqual([
      'All (4)',
      ...['eu', 'All of eu (2)', 'db-110.0.0.3eu', 'web-1 (Berlin)10.0.0.1front · eu'],
      ...['front', 'All of front (2)', 'web-210.0.0.2front'],
      ...['Without a tag', 'spare10.0.0.4'],
    ])
  })

  it('takes and leaves all of a tag by one stroke', async () => {
    const page = await open(<Some start={[4]} />)
    await page.actor.click(await pick('All of eu (2)'))
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('4 1 3'))
    await page.actor.click(await pick('All of eu (2)'))
    expect(screen.getByRole('status').textContent).toBe('4')
    await page.actor.click(await pick('All (4)'))
    expect(screen.getByRole('status').textContent).toBe('4 1 2 3')
  })

  it('finds by name, description, address and tag', async () => {
    const page = await open(<One />)
    await pick('web-2')
    await page.actor.type(page.field, 'front berlin')
    expect(rows()).toEqual(['eu', 'web-1 (Berlin)10.0.0.1front · eu'])
    await page.actor.click(await pick('web-1 (Berlin)'))
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('1'))
  })

  it('shows by its number what is not there any more', async () => {
    await open(<Some start={[9]} />)
    expect(await screen.findAllByText('#9 (not available)')).not.toHaveLength(0)
  })

  it('says what to do when there is no server, and why when it is refused', async () => {
    const permissions = { permissions: [Permission.ShowServerPage] }
    const empty = await open(<One />, [answer(ServerOptionList, { list: [] })], permissions)
    expect((await screen.findByRole('link', { name: 'Open the servers' })).getAttribute('href')).toBe('#/server/index')
    empty.unmount()
    await open(<One />, [refuse(ServerOptionList, Code.Failed, 'the database is away')])
    expect((await screen.findByRole('alert')).textContent).toContain('the database is away')
  })
})
