import { screen, within } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract'
import {
  type OperationLog,
  OperationLogEntry,
  OperationLogList,
  OperationLogTotal,
} from '@windlass/shared-kit/contract/log'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { type Answer, answer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
import { ONLY_PAGE } from '../../components/testing.ts'
import remote from '../../remote.ts'
import OperationLogPage from './OperationLogPage.tsx'

const SCRIPT = '<img src=x onerror="globalThis.wasRun = true">'
const entry = (id: number, requestData: string, responseData: string): OperationLog => ({
  id,
  requestData,
  responseData,
  namespaceID: 1,
  userID: 7,
  username: 'Ada',
  router: '/setting/role',
  api: `/role/call${id}`,
  requestTime: '2026-11-01 10:00:00',
  responseTime: '2026-11-01 10:00:01',
})
const total = answer(OperationLogTotal, { total: 3 })
const first = entry(1, JSON.stringify({ name: SCRIPT }), '{"code":0,"message":"","data":null}')
const list = [
  first,
  entry(2, 'not JSON', '{"code":2,"message":"this name is taken","data":null}'),
  entry(3, '', 'cut off'),
]
const filled = [answer(OperationLogList, { list, ...ONLY_PAGE }), total]
const open = (answers: Answer[], path = '/log/operationLog') =>
  renderPage(<OperationLogPage />, { remote, path, answers, permissions: [Permission.ShowOperationLogPage] })

describe('the operation log', () => {
  it('tells how each call ended', async () => {
    await open(filled)
    expect((await screen.findByText('/role/call1')).closest('tr')?.textContent).toContain('Done')
    expect(screen.getByText('/role/call2').closest('tr')?.textContent).toContain('this name is taken')
    expect(screen.getByText('/role/call3').closest('tr')?.textContent).toContain('cut off')
  })

  it('leads to the person and to the object of the call, for those who may open them', async () => {
    const edit = { ...entry(4, '{"id":12,"name":"shop"}', '{"code":0}'), api: '/project/edit' }
    const rows = [edit, { ...edit, id: 5, namespaceID: 9 }, { ...edit, id: 6, api: '/role/edit', username: '' }]
    const answers = [answer(OperationLogList, { list: rows, ...ONLY_PAGE }), total]
    const permissions = [
      ...[Permission.ShowOperationLogPage, Permission.ShowMemberPage],
      ...[Permission.DeployDetail, Permission.ShowRolePage],
    ]
    const page = await renderPage(<OperationLogPage />, { remote, path: '/log/operationLog', answers, permissions })
    await screen.findByText('Role shop')
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '#/setting/member?search=Ada',
      '#/deploy/detail/12',
      '#/setting/member?search=Ada',
      '#/setting/role?search=shop',
    ])
    page.unmount()
    await open(answers)
    expect(await screen.findAllByText('Project shop')).toHaveLength(2)
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('opens an entry from the address, also one of another page, and shows what people typed as text only', async () => {
    const entries = answer(OperationLogList, { list: [], ...ONLY_PAGE })
    const one = answer(OperationLogEntry, { ...first, before: '', after: '' })
    const page = await open([entries, total, one], '/log/operationLog?entry=1')
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText(/onerror/)
    expect(page.inputsOf(OperationLogEntry)).toEqual([{ id: 1 }])
    expect(dialog.querySelector('img')).toBeNull()
    expect(dialog.textContent).toContain(JSON.stringify(SCRIPT))
    expect(dialog.textContent).toContain('"code": 0')
    expect(within(dialog).queryByRole('table')).toBeNull()
  })

  it('shows what an entry changed', async () => {
    const [before, after] = ['{"name":"web","port":22}', `{"name":${JSON.stringify(SCRIPT)},"port":22}`]
    const one = answer(OperationLogEntry, { ...first, before, after })
    await open([...filled, one], '/log/operationLog?entry=1')
    const table = await within(await screen.findByRole('dialog')).findByRole('table')
    expect([...table.querySelectorAll('tbody tr')].map((row) => row.textContent)).toEqual([`nameweb${SCRIPT}`])
    expect(table.querySelector('img')).toBeNull()
  })

  it('shows what is no JSON as it was written down', async () => {
    const one = answer(OperationLogEntry, { ...first, requestData: 'not JSON', before: '', after: '' })
    await open([...filled, one], '/log/operationLog?entry=1')
    expect(await within(await screen.findByRole('dialog')).findByText('not JSON')).toBeTruthy()
  })

  it('says so when an entry is gone', async () => {
    await open(
      [...filled, refuse(OperationLogEntry, Code.Failed, 'there is no such operation')],
      '/log/operationLog?entry=9',
    )
    expect(await within(await screen.findByRole('dialog')).findByText(/there is no such operation/)).toBeTruthy()
  })

  it('puts the opened entry into the address, without losing the page', async () => {
    const page = await open(
      [...filled, answer(OperationLogEntry, { ...first, before: '', after: '' })],
      '/log/operationLog?before=5.1',
    )
    await page.actor.click((await screen.findAllByRole('button', { name: 'Details' }))[1] ?? document.body)
    expect(page.path()).toBe('/log/operationLog?before=5.1&entry=2')
    await page.actor.click(screen.getByRole('button', { name: 'Close' }))
    expect(page.path()).toBe('/log/operationLog?before=5.1')
  })

  it('explains itself when it is empty', async () => {
    await open([answer(OperationLogList, { list: [], ...ONLY_PAGE }), answer(OperationLogTotal, { total: 0 })])
    expect(await screen.findByText('Nothing written down yet')).toBeTruthy()
  })

  it('names the missing permission when refused', async () => {
    await open([refuse(OperationLogList, Code.Denied, 'no'), total])
    expect((await screen.findByRole('alert')).textContent).toContain('See the operation log')
  })

  it('tells what failed', async () => {
    await open([refuse(OperationLogList, Code.Failed, 'disk is full'), total])
    expect((await screen.findByRole('alert')).textContent).toContain('disk is full')
  })
})
