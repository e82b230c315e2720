import { screen, waitFor, within } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract'
import { Permission } from '@windlass/shared-kit/contract/permission'
import {
  RoleAdd,
  RoleChangePermission,
  RoleEdit,
  type RoleHolder,
  RoleHolders,
  RoleList,
  RolePermissionBindings,
  RolePermissionList,
  RoleRemove,
} from '@windlass/shared-kit/contract/role'
import { answer, neverAnswer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
import remote from '../../remote.ts'
import RolePage from './RolePage.tsx'

const developer = {
  id: 3,
  name: 'developer',
  description: 'Ships to test',
  insertTime: '2026-11-01 10:00:00',
  updateTime: '2026-11-02 10:00:00',
  userCount: 2,
  permissionCount: 1,
}
const operator = { ...developer, id: 4, name: 'operator', description: '' }
const row = (id: number, pid: number, name: string) => ({ id, pid, name, sort: 0, description: '' })
const catalogue = answer(RolePermissionList, {
  list: [
    row(56, 0, 'Deploy'),
    row(Permission.ShowDeployPage, 56, 'ShowDeployPage'),
    row(Permission.DeployProject, 56, 'DeployProject'),
    row(Permission.AddRole, 999, 'AddRole'),
  ],
})
const grants = (...ids: number[]) =>
  answer(RolePermissionBindings, { list: ids.map((permissionId) => ({ id: permissionId, roleId: 3, permissionId })) })
const filled = answer(RoleList, { list: [developer, operator] })
const all = Object.values(Permission)

const holdersOf = (list: RoleHolder[], isChangeable = true) =>
  answer(RoleHolders, { list, elsewhere: { people: 0, namespaces: 0 }, isChangeable })
const ada: RoleHolder = { userId: 1, userName: 'Ada', isDisabled: false, namespaceId: 1, namespaceName: 'first' }
const grace: RoleHolder = { ...ada, userId: 2, userName: 'Grace' }

const open = ({ answers = [], ...options }: Parameters<typeof renderPage>[1] = {}, path = '/setting/role') =>
  renderPage(<RolePage />, { remote, path, permissions: all, answers: [holdersOf([]), ...answers], ...options })
const nameField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
const box = (name: RegExp | string) => screen.findByRole<HTMLInputElement>('checkbox', { name })

describe('roles', () => {
  it('are listed and narrowed by the search, which is kept in the address', async () => {
    const page = await open({ answers: [filled] })
    expect(await screen.findByText('developer')).toBeTruthy()
    await page.actor.type(screen.getByRole('searchbox'), 'OPERAT')
    expect(screen.queryByText('developer')).toBeNull()
    expect(page.path()).toBe('/setting/role?search=OPERAT')
    await page.actor.clear(screen.getByRole('searchbox'))
    await page.actor.type(screen.getByRole('searchbox'), 'nobody')
    await page.actor.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(screen.getByText('developer')).toBeTruthy()
  })

  it('show grey rows while loading', async () => {
    await open({ answers: [neverAnswer(RoleList)] })
    expect(screen.getByRole('status', { busy: true })).toBeTruthy()
  })

  it('explain themselves when there are none, and offer the first step', async () => {
    const page = await open({ answers: [answer(RoleList, { list: [] })] })
    expect(await screen.findByText('No roles yet')).toBeTruthy()
    await page.actor.click(screen.getAllByRole('button', { name: /Add role/ })[0] ?? document.body)
    expect(page.path()).toBe('/setting/role?edit=new')
  })

  it('name the missing permission when refused', async () => {
    await open({ answers: [refuse(RoleList, Code.Denied, 'no permission')] })
    expect((await screen.findByRole('alert')).textContent).toContain('Missing permission: See roles')
  })

  it('tell what failed with the request number, and load again on demand', async () => {
    const page = await open({ answers: [refuse(RoleList, Code.Failed, 'database is locked')] })
    const problem = await screen.findByRole('alert')
    expect(problem.textContent).toContain('database is locked')
    expect(problem.textContent).toContain('test-request')
    page.answer(filled)
    await page.actor.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('developer')).toBeTruthy()
  })

  it('name who has them, with the way there, and only count those elsewhere', async () => {
    const holders = answer(RoleHolders, {
      list: [ada, { ...grace, isDisabled: true }, { ...grace, namespaceId: 2, namespaceName: 'second' }],
      elsewhere: { people: 1, namespaces: 1 },
      isChangeable: true,
    })
    const page = await open({ answers: [filled, holders] })
    await page.actor.click((await screen.findAllByRole('button', { name: /: Who has “developer”$/ }))[0] as HTMLElement)
    expect(page.path()).toBe('/setting/role?holders=3')
    const link = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
    expect(await link('second')).toBe('#/setting/namespace?members=2')
    expect(await link('Ada')).toBe('#/setting/member?search=Ada')
    const drawer = screen.getByRole('dialog')
    expect(drawer.textContent).toContain('account disabled')
    expect(drawer.textContent).toContain('One more person has it in namespaces that are not yours')
  })

  it('offer only what the user may do', async () => {
    await open({ answers: [filled], permissions: [Permission.ShowRolePage] })
    await screen.findByText('developer')
    expect(screen.queryByRole('button', { name: /Add role/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
  })
})

describe('the form of a role', () => {
  it('adds by Enter and closes', async () => {
    const page = await open({ answers: [filled, answer(RoleAdd, { id: 9 })] }, '/setting/role?edit=new')
    await page.actor.type(await nameField(), 'reviewer{Enter}')
    await waitFor(() => expect(page.path()).toBe('/setting/role'))
    expect(page.inputsOf(RoleAdd)).toEqual([{ name: 'reviewer', description: '' }])
    expect(page.toasts()).toEqual(['Role “reviewer” added'])
  })

  it('starts as a copy of another role, without what its maker does not hold', async () => {
    const copied = grants(Permission.ShowDeployPage, Permission.DeployProject)
    const permissions = all.filter((id) => id !== Permission.DeployProject)
    const page = await open(
      { answers: [filled, catalogue, copied, answer(RoleAdd, { id: 9 })], permissions },
      '/setting/role?copy=3',
    )
    expect((await nameField()).value).toBe('developer copy')
    expect(await screen.findByText(/1 permission\. One that you do not hold is left out\./)).toBeTruthy()
    await page.actor.click(screen.getAllByRole('button', { name: 'Add role' }).at(-1) as HTMLElement)
    await waitFor(() =>
      expect(page.inputsOf(RoleAdd)).toEqual([
        { name: 'developer copy', description: 'Ships to test', permissionIds: [Permission.ShowDeployPage] },
      ]),
    )
  })

  it('sends nothing without a name', async () => {
    const page = await open({ answers: [filled] }, '/setting/role?edit=new')
    await page.actor.type(await nameField(), '  {Enter}')
    expect(await screen.findByText('Name is needed')).toBeTruthy()
    expect(page.inputsOf(RoleAdd)).toEqual([])
  })

  it('survives a refresh and keeps what was typed when saving fails', async () => {
    const page = await open(
      { answers: [filled, refuse(RoleEdit, Code.Failed, 'this name is taken')] },
      '/setting/role?edit=3',
    )
    const name = await nameField()
    expect(name.value).toBe('developer')
    await page.actor.clear(name)
    await page.actor.type(name, 'operator')
    await page.actor.click(screen.getByRole('button', { name: 'Save' }))
    expect((await screen.findByRole('alert')).textContent).toContain('this name is taken')
    expect(name.value).toBe('operator')
    expect(page.path()).toBe('/setting/role?edit=3')
  })

  it('asks before it throws away what was typed', async () => {
    const page = await open({ answers: [filled] }, '/setting/role?edit=3')
    await page.actor.type(await nameField(), 's')
    await page.actor.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('What you typed has not been saved.')).toBeTruthy()
    expect(page.path()).toBe('/setting/role?edit=3')
    await page.actor.click(screen.getByRole('button', { name: 'Discard changes' }))
    expect(page.path()).toBe('/setting/role')
  })
})

describe('removing a role', () => {
  it('names it, and stays open when the server refuses', async () => {
    const page = await open({ answers: [filled, refuse(RoleRemove, Code.Failed, 'somebody still has this role')] })
    await screen.findByText('developer')
    await page.actor.click(screen.getAllByRole('button', { name: 'Remove' })[0] ?? document.body)
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('Remove the role “developer”?')
    await page.actor.click(within(dialog).getByRole('button', { name: 'Remove role' }))
    expect(page.inputsOf(RoleRemove)).toEqual([{ id: 3 }])
    expect(page.toasts()).toEqual(['somebody still has this role'])
    expect(screen.getByRole('dialog')).toBeTruthy()
  })
})

describe('the permissions of a role', () => {
  const at = '/setting/role?permissions=3'

  it('are grouped, with a box that knows none, some and all', async () => {
    const page = await open({ answers: [filled, catalogue, grants(Permission.ShowDeployPage)] }, at)
    const group = await box(/^Deploys/)
    expect(group.closest('.ant-checkbox')?.className).toContain('indeterminate')
    await page.actor.click(group)
    expect((await box('Deploy')).checked).toBe(true)
    await page.actor.click(group)
    expect((await box('Deploy')).checked).toBe(false)
    expect((await box('See the deploy board')).checked).toBe(false)
  })

  it('are shown also when their heading is missing', async () => {
    await open({ answers: [filled, catalogue, grants()] }, at)
    expect(await box(/^Other/)).toBeTruthy()
    expect(await box('Add roles')).toBeTruthy()
  })

  it('are saved together and closed', async () => {
    const page = await open(
      { answers: [filled, catalogue, grants(Permission.ShowDeployPage), answer(RoleChangePermission, null)] },
      at,
    )
    await page.actor.click(await box('Deploy'))
    await page.actor.click(screen.getByRole('button', { name: 'Grant 1, take away 0' }))
    expect(page.inputsOf(RoleChangePermission)).toEqual([
      { roleId: 3, permissionIds: [Permission.ShowDeployPage, Permission.DeployProject] },
    ])
    expect(page.path()).toBe('/setting/role')
  })

  it('say what they need, and offer to grant that too', async () => {
    const page = await open({ answers: [filled, catalogue, grants()] }, at)
    await page.actor.click(await box('Deploy'))
    expect(screen.getByText(/Does nothing without: See the deploy board/)).toBeTruthy()
    await page.actor.click(screen.getByRole('button', { name: 'Tick it too' }))
    expect((await box('See the deploy board')).checked).toBe(true)
    expect(screen.queryByText(/Does nothing without/)).toBeNull()
  })

  it('say what does nothing without them, and offer to take that away too', async () => {
    const granted = grants(Permission.ShowDeployPage, Permission.DeployProject)
    const page = await open({ answers: [filled, catalogue, granted] }, at)
    await page.actor.click(await box('See the deploy board'))
    expect(screen.getByText(/Without it these do nothing: Deploy\./)).toBeTruthy()
    await page.actor.click(screen.getByRole('button', { name: 'Untick it too' }))
    expect((await box('Deploy')).checked).toBe(false)
  })

  it('tell before saving what changes for whom, and that it is the own role', async () => {
    const granted = grants(Permission.ShowDeployPage)
    const page = await open({ answers: [filled, catalogue, granted, holdersOf([ada, grace])] }, at)
    await page.actor.click(await box('Deploy'))
    const summary = await screen.findByRole('region', { name: 'What saving changes' })
    expect(summary.textContent).toContain('+ Grants Deploy')
    await waitFor(() => expect(summary.textContent).toContain('Changes what 2 people may do'))
    expect(summary.textContent).toContain('Ada, Grace')
    expect(summary.textContent).toContain('This is your own role.')
  })

  it('cannot be changed from here when strangers would change with them', async () => {
    await open({ answers: [filled, catalogue, grants(), holdersOf([], false)] }, at)
    expect(await screen.findByText(/Copy it and change the copy/)).toBeTruthy()
    expect((await box('Deploy')).disabled).toBe(true)
  })

  it('stand beside those of another role', async () => {
    const granted = answer(RolePermissionBindings, ({ roleId }) => ({
      list: (roleId === 3 ? [Permission.ShowDeployPage] : [Permission.DeployProject]).map((permissionId) => ({
        id: permissionId,
        roleId,
        permissionId,
      })),
    }))
    const page = await open({ answers: [filled, catalogue, granted] }, at)
    await box('Deploy')
    await page.actor.click(screen.getByRole('combobox', { name: 'Compare with…' }))
    await page.actor.click(await screen.findByText('operator', { selector: '.ant-select-item-option-content' }))
    await page.actor.click(await screen.findByRole('button', { name: '2 differences' }))
    expect(screen.getByText('not in operator')).toBeTruthy()
    expect(screen.getByText('only in operator')).toBeTruthy()
    expect(screen.queryByRole('checkbox', { name: 'Add roles' })).toBeNull()
  })

  it('cannot be saved before they are here, nor when loading them failed', async () => {
    await open({ answers: [filled, catalogue, refuse(RolePermissionBindings, Code.Failed, 'no answer')] }, at)
    expect((await screen.findByRole('alert')).textContent).toContain('no answer')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  })

  it('are never all taken away by mistake', async () => {
    const page = await open({ answers: [filled, catalogue, grants(Permission.ShowDeployPage)] }, at)
    await page.actor.click(await box('See the deploy board'))
    await page.actor.click(screen.getByRole('button', { name: 'Grant 0, take away 1' }))
    expect(page.toasts()).toEqual(['A role permits at least one thing'])
    expect(page.inputsOf(RoleChangePermission)).toEqual([])
    expect(page.path()).toBe(at)
  })

  it('are found by name, key and number', async () => {
    const page = await open({ answers: [filled, catalogue, grants()] }, at)
    await box('Deploy')
    const search = screen.getByRole('searchbox', { name: /Search permissions/ })
    await page.actor.type(search, 'ShowDeployPage')
    expect(screen.queryByRole('checkbox', { name: 'Deploy' })).toBeNull()
    await page.actor.clear(search)
    await page.actor.type(search, String(Permission.DeployProject))
    expect(await box('Deploy')).toBeTruthy()
  })

  it('that the user lacks are marked and cannot be granted, but taken away', async () => {
    const permissions = [Permission.ShowRolePage, Permission.EditPermission, Permission.ShowDeployPage]
    await open({ answers: [filled, catalogue, grants(Permission.DeployProject)], permissions }, at)
    expect((await box('Deploy not yours')).disabled).toBe(false)
    expect((await box('Add roles not yours')).disabled).toBe(true)
  })

  it('can be read without the right to change them', async () => {
    await open({ answers: [filled, catalogue, grants()], permissions: [Permission.ShowRolePage] }, at)
    expect((await box('See the deploy board not yours')).disabled).toBe(true)
  })
})
