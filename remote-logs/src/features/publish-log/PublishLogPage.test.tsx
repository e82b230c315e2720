import { screen } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract'
import { type PublishLog, PublishLogList, PublishLogTotal } from '@windlass/shared-kit/contract/log'
import { Permission, type PermissionId } from '@windlass/shared-kit/contract/permission'
import { type Answer, answer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
import { ONLY_PAGE } from '../../components/testing.ts'
import remote from '../../remote.ts'
import PublishLogPage from './PublishLogPage.tsx'

const deploy = (token: string, detail = ''): PublishLog => ({
  id: 0,
  namespaceId: 0,
  type: 0,
  ext: '',
  updateTime: '',
  projectId: 12,
  projectName: 'shop',
  publisherId: 7,
  publisherName: 'Ada',
  insertTime: '2026-11-01 10:00:00',
  token,
  detail,
  state: detail === '' ? 1 : 0,
})
const filled = [
  answer(PublishLogList, { list: [deploy('token-good'), deploy('token-bad', 'npm ci failed')], ...ONLY_PAGE }),
  answer(PublishLogTotal, { total: 2 }),
]
const open = (answers: Answer[], permissions: PermissionId[] = [], path = '/log/publishLog') =>
  renderPage(<PublishLogPage />, {
    remote,
    path,
    answers,
    permissions: [Permission.ShowPublishLogPage, ...permissions],
  })

describe('the publish log', () => {
  it('tells success, failure and its reason in words', async () => {
    await open(filled)
    expect((await screen.findByText('token-good')).closest('tr')?.textContent).toContain('Deployed')
    const bad = screen.getByText('token-bad').closest('tr')
    expect(bad?.textContent).toContain('Failed')
    expect(bad?.textContent).toContain('npm ci failed')
  })

  it('leads to the details of a deploy, for those who may see them', async () => {
    await open(filled, [Permission.DeployDetail])
    const link = await screen.findByRole('link', { name: 'Details of deploy token-bad' })
    expect(link.getAttribute('href')).toBe('#/deploy/detail/12?token=token-bad')
    await open(filled)
    await screen.findByText('token-bad')
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('leads to the member, for those who may see members', async () => {
    await open(filled, [Permission.ShowMemberPage])
    const [link] = await screen.findAllByRole('link', { name: 'Ada' })
    expect(link?.getAttribute('href')).toBe('#/setting/member?search=Ada')
  })

  it('sends both filters', async () => {
    const page = await open(filled, [], '/log/publishLog?projectName=shop&username=Ada')
    await screen.findByText('token-good')
    expect(page.inputsOf(PublishLogList)).toEqual([{ username: 'Ada', projectName: 'shop', page: 1, rows: 20 }])
  })

  it('explains itself when it is empty', async () => {
    await open([answer(PublishLogList, { list: [], ...ONLY_PAGE }), answer(PublishLogTotal, { total: 0 })])
    expect(await screen.findByText('No deploy yet')).toBeTruthy()
  })

  it('names the missing permission when refused', async () => {
    await open([refuse(PublishLogList, Code.Denied, 'no'), refuse(PublishLogTotal, Code.Denied, 'no')])
    expect((await screen.findByRole('alert')).textContent).toContain('See the publish log')
  })

  it('tells what failed', async () => {
    await open([
      refuse(PublishLogList, Code.Failed, 'disk is full'),
      refuse(PublishLogTotal, Code.Failed, 'disk is full'),
    ])
    expect((await screen.findByRole('alert')).textContent).toContain('disk is full')
  })
})
