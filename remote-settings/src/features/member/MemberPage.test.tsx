import { screen, waitFor, within } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract'
import { InvitationAdd, InvitationList, InvitationOptions } from '@windlass/shared-kit/contract/invitation'
import { NamespaceChangeRoles, NamespaceOptionList, NamespaceUserList } from '@windlass/shared-kit/contract/namespace'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { RoleOptionList } from '@windlass/shared-kit/contract/role'
import {
  type User,
  UserAdd,
  UserBondsOf,
  UserChangeState,
  UserDisabledList,
  UserEdit,
  UserList,
  UserRemove,
} from '@windlass/shared-kit/contract/user'
import { type Answer, answer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
import remote from '../../remote.ts'
import MemberPage from './MemberPage.tsx'

const member = (id: number, name: string, superManager: 0 | 1 = 0): User => ({
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
  insertTime: '2026-11-01 10:00:00',
  updateTime: '2026-11-02 10:00:00',
})
const ada = member(7, 'Ada')
const list = [member(1, 'Root', 1), ada, member(8, 'Grace'), member(9, 'Barbara', 1)]
const filled = answer(UserList, { list })
const open = (answers: Answer[], path = '/setting/member', superManager: 0 | 1 = 0) =>
  renderPage(<MemberPage />, {
    remote,
    path,
    answers: [answer(UserDisabledList, { list: [] }), ...answers],
    permissions: Object.values(Permission),
    user: { id: ada.id, name: 'Ada', superManager },
  })
const rowOf = async (name: string) => {
  const row = (await screen.findByText(name)).closest('tr')
  if (!row) throw new Error(`${name} is not in a row`)
  return within(row)
}

describe('members', () => {
  it('cannot change the first administrator, themselves, or super managers above them', async () => {
    await open([filled])
    expect((await rowOf('Root')).queryByRole('button')).toBeNull()
    expect((await rowOf('Ada')).queryByRole('button')).toBeNull()
    expect((await rowOf('Barbara')).queryByRole('button')).toBeNull()
    expect((await rowOf('Grace')).getByRole('button', { name: 'Edit' })).toBeTruthy()
  })

  it('who are super managers may change other super managers', async () => {
    await open([filled], '/setting/member', 1)
    expect((await rowOf('Barbara')).getByRole('button', { name: 'Edit' })).toBeTruthy()
  })

  it('are narrowed to super managers by the number about them', async () => {
    const page = await open([filled])
    await page.actor.click(await screen.findByRole('button', { name: '2 super managers' }))
    expect(screen.queryByText('Grace')).toBeNull()
    expect(page.path()).toBe('/setting/member?kind=super')
  })

  it('name the missing permission when refused', async () => {
    await open([refuse(UserList, Code.Denied, 'no permission')])
    expect((await screen.findByRole('alert')).textContent).toContain('See members')
  })

  it('tell what failed', async () => {
    await open([refuse(UserList, Code.Failed, 'disk is full')])
    expect((await screen.findByRole('alert')).textContent).toContain('disk is full')
  })

  it('explain themselves when there are none', async () => {
    await open([answer(UserList, { list: [] })])
    expect(await screen.findByText('No members yet')).toBeTruthy()
  })
})

describe('the form of a member', () => {
  it('adds one, trimmed, without the switch that only super managers have', async () => {
    const page = await open([filled, answer(UserAdd, { id: 10 })], '/setting/member?edit=new')
    await page.actor.type(await screen.findByRole('textbox', { name: 'Account' }), ' linus ')
    expect(screen.queryByRole('switch')).toBeNull()
    await page.actor.type(screen.getByRole('textbox', { name: 'Name' }), 'Linus{Enter}')
    await waitFor(() =>
      expect(page.inputsOf(UserAdd)).toEqual([
        { account: 'linus', name: 'Linus', password: '', contact: '', superManager: 0 },
      ]),
    )
  })

  it('refuses weak passwords and odd mobile numbers before they are sent', async () => {
    const page = await open([filled], '/setting/member?edit=8')
    await page.actor.type(await screen.findByLabelText(/^Password/), '12345678')
    await page.actor.type(screen.getByRole('textbox', { name: /^Mobile/ }), '123{Enter}')
    expect(await screen.findByText(/^8 to 16 characters/)).toBeTruthy()
    expect(await screen.findByText('A mobile number of 11 digits, or nothing')).toBeTruthy()
    expect(page.inputsOf(UserEdit)).toEqual([])
  })

  it('keeps the account, and keeps the password when it is left empty', async () => {
    const page = await open([filled, answer(UserEdit, null)], '/setting/member?edit=9', 1)
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Account' })).disabled).toBe(true)
    expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('true')
    await page.actor.type(screen.getByRole('textbox', { name: 'Name' }), ' L{Enter}')
    await waitFor(() =>
      expect(page.inputsOf(UserEdit)).toEqual([
        { id: 9, name: 'Barbara L', password: '', contact: '', superManager: 1 },
      ]),
    )
  })
})

const bonds = {
  ...{ namespaces: 2, projects: ['shop', 'نورا'], projectCount: 3, schedules: 1 },
  ...{ terminals: 0, sessions: 1, apiKeys: 0, invitations: 0 },
}

describe('removing a member', () => {
  it('takes the account typed, and says before what goes with it', async () => {
    const page = await open([filled, answer(UserRemove, null), answer(UserBondsOf, bonds)])
    await page.actor.click((await rowOf('Grace')).getByRole('button', { name: 'Remove' }))
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Remove member' })
    expect(button.disabled).toBe(true)
    expect((await screen.findByText(/^3 projects/)).textContent).toBe('3 projects: shop, نورا and 1 more')
    expect(screen.getByText('1 planned deploy, which will be refused')).toBeTruthy()
    expect(screen.queryByText(/API key/)).toBeNull()
    await page.actor.type(screen.getByRole('textbox', { name: 'Type grace to go on' }), 'grace{Enter}')
    await waitFor(() => expect(page.inputsOf(UserRemove)).toEqual([{ id: 8 }]))
    expect(page.toasts()).toEqual(['Member Grace removed'])
  })
})

describe('disabled members', () => {
  const gone = member(10, '<b>Linus</b>')
  const disabled = answer(UserDisabledList, { list: [gone] })

  it('are marked, found by their number, and can be enabled', async () => {
    const page = await open([filled, disabled, answer(UserChangeState, null)])
    await page.actor.click(await screen.findByRole('button', { name: '1 disabled' }))
    expect(screen.queryByText('Grace')).toBeNull()
    // What somebody is called is text, whatever it looks like.
    const row = await rowOf('<b>Linus</b>')
    expect(row.getByText('Disabled')).toBeTruthy()
    expect(row.queryByRole('button', { name: 'Edit' })).toBeNull()
    await page.actor.click(row.getByRole('button', { name: 'Enable' }))
    await waitFor(() => expect(page.inputsOf(UserChangeState)).toEqual([{ id: 10, state: 1 }]))
  })

  it('become several at once, but for those out of reach and those who were refused', async () => {
    const page = await open([filled, disabled, refuse(UserChangeState, Code.Denied, 'may do more than you')])
    await page.actor.click(await screen.findByRole('checkbox', { name: /Grace/ }))
    await page.actor.click(screen.getByRole('checkbox', { name: /Barbara/ }))
    expect(screen.getByText('1 of them is out of your reach')).toBeTruthy()
    await page.actor.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Disable' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('Disable 1 member?')).toBeTruthy()
    await page.actor.click(dialog.getByRole('button', { name: 'Disable' }))
    await waitFor(() => expect(page.inputsOf(UserChangeState)).toEqual([{ id: 8, state: 0 }]))
    expect(screen.getByText('1 chosen')).toBeTruthy()
  })
})

describe('the role of several members', () => {
  const times = { insertTime: '2026-11-01 10:00:00', updateTime: '2026-11-02 10:00:00' }
  const bound = (id: number, userId: number, roleId: number, roleName: string) => ({
    ...{ id, userId, userName: '', roleId, roleName },
    ...times,
  })
  const answers = [
    answer(UserList, { list: [...list, member(10, 'Linus'), member(11, 'Ken')] }),
    answer(NamespaceOptionList, { list: [{ namespaceId: 1, namespaceName: 'shop', roleId: 1 }] }),
    answer(RoleOptionList, {
      list: [
        { id: 1, name: 'manager', description: '' },
        { id: 2, name: 'member', description: '' },
        { id: 3, name: 'guest', description: '' },
      ],
    }),
    answer(NamespaceUserList, { list: [bound(30, 8, 2, 'member'), bound(31, 10, 1, 'manager')] }),
  ]
  const ask = async (more: Answer[], ...names: string[]) => {
    const page = await open([...answers, ...more])
    for (const name of names) await page.actor.click(await screen.findByRole('checkbox', { name: new RegExp(name) }))
    await page.actor.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Change role' }))
    const dialog = within(await screen.findByRole('dialog'))
    const choose = async (role: string) => {
      await page.actor.click(await dialog.findByRole('combobox', { name: 'Role' }))
      await page.actor.click(await screen.findByTitle(role))
    }
    return { page, dialog, choose }
  }
  const shown = async (dialog: Awaited<ReturnType<typeof ask>>['dialog']) =>
    within(await dialog.findByRole('list', { name: 'What changes' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)

  it('says before for whom it changes, and asks only about those', async () => {
    const { page, dialog, choose } = await ask([answer(NamespaceChangeRoles, null)], 'Grace', 'Linus', 'Ken', 'Barbara')
    expect(dialog.getByText('Change the role of 3 members')).toBeTruthy()
    await choose('manager')
    await waitFor(async () =>
      expect(await shown(dialog)).toEqual([
        'Grace gracemember becomes manager',
        'Linus linusstays manager',
        'Ken kenno member there',
      ]),
    )
    await page.actor.click(dialog.getByRole('button', { name: 'Change 1 role' }))
    await waitFor(() =>
      expect(page.inputsOf(NamespaceChangeRoles)).toEqual([{ namespaceId: 1, userIds: [8], roleId: 1 }]),
    )
    expect(page.toasts()).toEqual(['1 member is now manager in shop'])
    expect(screen.queryByText(/chosen/)).toBeNull()
  })

  it('changes nobody when somebody is refused, says why, and goes on without him', async () => {
    const data = { refused: [{ userId: 10, reason: 'mightier' }] }
    const refusal: Answer = {
      endpoint: NamespaceChangeRoles,
      reply: (input) =>
        JSON.stringify(input).includes('10')
          ? { code: Code.Denied, message: 'Linus may do more there than you', data }
          : { code: Code.Ok, message: '', data: null },
    }
    const { page, dialog, choose } = await ask([refusal], 'Grace', 'Linus')
    await choose('guest')
    await page.actor.click(await dialog.findByRole('button', { name: 'Change 2 roles' }))
    expect((await dialog.findByRole('alert')).textContent).toBe('Nothing was changed: 1 of them cannot get this role.')
    expect(await shown(dialog)).toEqual([
      'Grace gracemember becomes guest',
      'Linus linusmay do more there than you: ask a super manager',
    ])
    await page.actor.click(dialog.getByRole('button', { name: 'Change 1 role without them' }))
    await waitFor(() => expect(page.toasts()).toEqual(['1 member is now guest in shop']))
    expect(page.inputsOf(NamespaceChangeRoles).map(({ userIds }) => userIds)).toEqual([[8, 10], [8]])
    expect(screen.getByText('1 chosen')).toBeTruthy()
  })

  it('says in the dialog what else went wrong, until another role is chosen', async () => {
    const { page, dialog, choose } = await ask([refuse(NamespaceChangeRoles, Code.Failed, 'disk is full')], 'Grace')
    await choose('manager')
    await page.actor.click(await dialog.findByRole('button', { name: 'Change 1 role' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('disk is full')
    await choose('guest')
    await waitFor(() => expect(dialog.queryByRole('alert')).toBeNull())
  })

  it('changes nothing where nobody gets another one', async () => {
    const { dialog, choose } = await ask([], 'Linus')
    await choose('manager')
    expect(await dialog.findByText('Nobody chosen gets another role by this.')).toBeTruthy()
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Change role' }).disabled).toBe(true)
  })
})

describe('an invitation', () => {
  const namespaces = [{ id: 3, name: 'shop', roles: [{ id: 2, name: 'member' }] }]
  const options = answer(InvitationOptions, { namespaces, canMail: false })
  const invite = async () => {
    const made = answer(InvitationAdd, { id: 5, token: 'a-token', mailProblem: '' })
    const answers = [filled, options, answer(InvitationList, { list: [] }), made]
    const page = await open(answers, '/setting/member?edit=invite')
    await page.actor.click(await screen.findByRole('combobox', { name: 'Role' }))
    await page.actor.click(await screen.findByTitle('member'))
    return page
  }

  it('needs nothing but a role, and shows its link once', async () => {
    const page = await invite()
    expect(screen.queryByRole('textbox', { name: /^Mail/ })).toBeNull()
    await page.actor.click(screen.getByRole('button', { name: 'Create invitation' }))
    expect(await screen.findByText(/#\/invite\?token=a-token$/)).toBeTruthy()
    expect(page.inputsOf(InvitationAdd)).toEqual([
      { grants: [{ namespaceId: 3, roleId: 2 }], account: '', note: '', days: 3, mail: '' },
    ])
  })
})
