import { screen, waitFor, within } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract'
import {
  NamespaceAdd,
  NamespaceAddUser,
  NamespaceChangeRole,
  NamespaceEdit,
  NamespaceList,
  NamespaceRemoveUser,
  NamespaceUserBonds,
  NamespaceUserList,
} from '@windlass/shared-kit/contract/namespace'
import { Permission, type PermissionId } from '@windlass/shared-kit/contract/permission'
import { RoleOptionList } from '@windlass/shared-kit/contract/role'
import { type User, UserList } from '@windlass/shared-kit/contract/user'
import { type Answer, answer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
import remote from '../../remote.ts'
import NamespacePage from './NamespacePage.tsx'

const times = { insertTime: '2026-11-01 10:00:00', updateTime: '2026-11-02 10:00:00' }
const shop = { id: 1, name: 'shop', role_id: 0, permissionIds: null, ...times }
const billing = { ...shop, id: 2, name: 'billing' }
const filled = answer(NamespaceList, { list: [shop, billing] })
const grace = { id: 31, userId: 3, userName: 'Grace', roleId: 2, roleName: 'member', ...times }
const root = { id: 30, userId: 1, userName: 'Root', ...times }
const user = (id: number, name: string, superManager: 0 | 1 = 0): User => ({
  id,
  name,
  superManager,
  account: name.toLowerCase(),
  contact: '',
  state: 0,
  password: '',
  lastLoginTime: '',
  apiKey: '',
  passwordUpdateTime: { String: '', Valid: false },
  ...times,
})
const memberAnswers = [
  filled,
  answer(NamespaceUserList, { list: [root, grace] }),
  answer(UserList, { list: [user(1, 'Root', 1), user(3, 'Grace'), user(4, 'Linus'), user(5, 'Ken')] }),
  answer(RoleOptionList, {
    list: [
      { id: 1, name: 'manager', description: '' },
      { id: 2, name: 'member', description: '' },
    ],
  }),
]
const all = Object.values(Permission)
const open = (answers: Answer[], path = '/setting/namespace', permissions: readonly PermissionId[] = all) =>
  renderPage(<NamespacePage />, { remote, path, permissions, answers })
const choose = async (page: Awaited<ReturnType<typeof open>>, field: RegExp | string, option: string) => {
  await page.actor.click(await screen.findByRole('combobox', { name: field }))
  const options = await screen.findAllByText(option)
  await page.actor.click(options.at(-1) ?? document.body)
}

describe('namespaces', () => {
  it('are listed, and the current one is marked', async () => {
    await open([filled])
    const row = (await screen.findByText('shop')).closest('tr')
    expect(row?.textContent).toContain('current')
    expect(screen.getByText('billing').closest('tr')?.textContent).not.toContain('current')
  })

  it('explain themselves when there are none', async () => {
    await open([answer(NamespaceList, { list: [] })])
    expect(await screen.findByText('No namespaces yet')).toBeTruthy()
  })

  it('name the missing permission when refused', async () => {
    await open([refuse(NamespaceList, Code.Denied, 'no permission')])
    expect((await screen.findByRole('alert')).textContent).toContain('See namespaces')
  })

  it('tell what failed', async () => {
    await open([refuse(NamespaceList, Code.Failed, 'disk is full')])
    expect((await screen.findByRole('alert')).textContent).toContain('disk is full')
  })

  it('are added by Enter, and said to be', async () => {
    const page = await open([filled, answer(NamespaceAdd, { id: 3 })], '/setting/namespace?edit=new')
    await page.actor.type(await screen.findByRole('textbox', { name: 'Name' }), 'games{Enter}')
    await waitFor(() => expect(page.toasts()).toEqual(['Namespace “games” added']))
    expect(page.inputsOf(NamespaceAdd)).toEqual([{ name: 'games' }])
  })

  it('keep the form open when renaming failed', async () => {
    const page = await open(
      [filled, refuse(NamespaceEdit, Code.Failed, 'this name is taken')],
      '/setting/namespace?edit=2',
    )
    await page.actor.type(await screen.findByRole('textbox', { name: 'Name' }), '2{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain('this name is taken')
    expect(page.path()).toBe('/setting/namespace?edit=2')
  })
})

describe('the members of a namespace', () => {
  const at = '/setting/namespace?members=1'

  it('are shown with their role, super managers without anything to change', async () => {
    await open(memberAnswers, at)
    const dialog = await screen.findByRole('dialog')
    const root = (await within(dialog).findByText('Root')).closest('tr')
    expect(root?.textContent).toContain('Super manager')
    expect(root?.querySelector('button, input')).toBeNull()
  })

  it('become more by several users at once, of which members are not offered', async () => {
    const page = await open([...memberAnswers, answer(NamespaceAddUser, null)], at)
    await choose(page, 'Users', 'Linus (linus)')
    expect(screen.queryByText('Grace (grace)')).toBeNull()
    await choose(page, 'Users', 'Ken (ken)')
    await choose(page, 'Role', 'manager')
    await page.actor.click(screen.getByRole('button', { name: 'Add 2 users' }))
    await waitFor(() =>
      expect(page.inputsOf(NamespaceAddUser)).toEqual([{ namespaceId: 1, userIds: [4, 5], roleId: 1 }]),
    )
    expect(page.toasts()).toEqual(['2 users are now manager'])
  })

  it('get another role in place', async () => {
    const page = await open([...memberAnswers, answer(NamespaceChangeRole, null)], at)
    await choose(page, 'Role of Grace', 'manager')
    await waitFor(() => expect(page.inputsOf(NamespaceChangeRole)).toEqual([{ namespaceUserId: 31, roleId: 1 }]))
    expect(page.toasts()).toEqual(['Grace is now manager'])
  })

  it('are removed by their binding, after a question that names them', async () => {
    const bonds = { ...{ namespaces: 1, projects: ['web'], projectCount: 1 }, ...{ schedules: 2, terminals: 1 } }
    const told = answer(NamespaceUserBonds, { ...bonds, sessions: 1, apiKeys: 0, invitations: 0 })
    const page = await open([...memberAnswers, told, answer(NamespaceRemoveUser, null)], at)
    await page.actor.click(await screen.findByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('Remove Grace from “shop”?')).toBeTruthy()
    expect((await screen.findByText(/^1 project/)).textContent).toBe('1 project: web')
    expect(screen.getByText('2 planned deploys, which will be refused')).toBeTruthy()
    expect(screen.queryByText(/session/)).toBeNull()
    await page.actor.click(screen.getByRole('button', { name: 'Remove from namespace' }))
    await waitFor(() => expect(page.inputsOf(NamespaceRemoveUser)).toEqual([{ namespaceUserId: 31 }]))
  })

  it('are only read without the rights to change them', async () => {
    const page = await open(memberAnswers, at, [Permission.ShowNamespacePage])
    await screen.findByText('Grace')
    expect(screen.queryByRole('combobox')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
    expect(page.inputsOf(UserList)).toEqual([])
  })
})
