import { screen, within } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract'
import { type OperationLog, OperationLogList, OperationLogTotal } from '@windlass/shared-kit/contract/log'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { type Answer, answer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
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
const list = [
  entry(1, JSON.stringify({ name: SCRIPT }), '{"code":0,"message":"","data":null}'),
  entry(2, 'not JSON', '{"code":2,"message":"this name is taken","data":null}'),
  entry(3, '', 'cut off'),
]
const filled = [answer(OperationLogList, { list }), total]
const open = (answers: Answer[], path = '/log/operationLog') =>
  renderPage(<OperationLogPage />, { remote, path, answers, permissions: [Permission.ShowOperationLogPage] })

describe('the operation log', () => {
  it('tells how each call ended', async () => {
    await open(filled)
    expect((await screen.findByText('/role/call1')).closest('tr')?.textContent).toContain('Done')
    expect(screen.getByText('/role/call2').closest('tr')?.textContent).toContain('this name is taken')
    expect(screen.getByText('/role/call3').closest('tr')?.textContent).toContain('cut off')
  })

  it('opens an entry from the address, and shows what people typed as text only', async () => {
    await open(filled, '/log/operationLog?entry=1')
    const dialog = await screen.findByRole('dialog')
    expect(dialog.querySelector('img')).toBeNull()
    expect(dialog.textContent).toContain(JSON.stringify(SCRIPT))
    expect(dialog.textContent).toContain('"code": 0')
  })

  it('shows what is no JSON as it was written down', async () => {
    await open(filled, '/log/operationLog?entry=2')
    expect(within(await screen.findByRole('dialog')).getByText('not JSON')).toBeTruthy()
  })

  it('puts the opened entry into the address, without losing the page', async () => {
    const page = await open(filled, '/log/operationLog?page=2')
    await page.actor.click((await screen.findAllByRole('button', { name: 'Details' }))[1] ?? document.body)
    expect(page.path()).toBe('/log/operationLog?page=2&entry=2')
    await page.actor.click(screen.getByRole('button', { name: 'Close' }))
    expect(page.path()).toBe('/log/operationLog?page=2')
  })

  it('explains itself when it is empty', async () => {
    await open([answer(OperationLogList, { list: [] }), answer(OperationLogTotal, { total: 0 })])
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
