import { screen, waitFor, within } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract'
import { NamespaceUserOptionList } from '@windlass/shared-kit/contract/namespace'
import { Permission } from '@windlass/shared-kit/contract/permission'
import {
  ReleaseCanary,
  ReleaseCompare,
  ReleaseEndCanary,
  ReleaseHistory,
  ReleaseList,
  ReleasePin,
  ReleasePromote,
  ReleaseRollback,
  ReleaseSetRule,
  ReleaseSwitch,
  ReleaseVersionList,
  type RemoteOverview,
} from '@windlass/shared-kit/contract/release'
import { ReleaseFailureList, ReleaseLoads } from '@windlass/shared-kit/contract/releaseLoads'
import {
  ReleaseAddPreview,
  type ReleasePreview,
  ReleasePreviewList,
  ReleaseRevokePreview,
} from '@windlass/shared-kit/contract/releasePreview'
import { type Answer, answer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
import remote from '../../remote.ts'
import RemotePage from './RemotePage.tsx'
import { CANARY, EVENT, HOST, NAMESPACES, OVERVIEW, VERSIONS } from './testing/samples.ts'

const LOADS = {
  ...{ times: [1_700_000_000_000, 1_700_000_300_000], spanMs: 300_000 },
  versions: [{ version: '1.2.0', loads: [5, 7], failures: [0, 2], medianMs: [200, 240], p95Ms: [700, 900] }],
}
const FAILURE = {
  ...{ version: '1.2.0', kind: 'render' as const, message: 'TypeError: rows is undefined', count: 37 },
  ...{ lastErrorId: 'k3f9-72ab', lastUser: 'Grace', lastUserAgent: 'Firefox' },
  ...{ firstTime: '2026-11-20 10:00:00', lastTime: '2026-11-21 08:00:00' },
}
const area = (more: Partial<RemoteOverview> = {}) =>
  answer(ReleaseList, { list: [{ ...OVERVIEW, ...more }], host: HOST, problems: [] })
const history = answer(ReleaseHistory, {
  list: [EVENT, { ...EVENT, id: 8, version: '1.1.0', detail: 'For everybody, instead of 1.0.0.' }],
  pagination: { page: 1, rows: 100, total: 2 },
})
const previews = (...list: ReleasePreview[]) => answer(ReleasePreviewList, { list })
const usual: Answer[] = [
  area(),
  answer(ReleaseVersionList, { list: [...VERSIONS] }),
  answer(ReleaseLoads, LOADS),
  answer(ReleaseFailureList, { list: [FAILURE] }),
  history,
  previews(),
  NAMESPACES,
  answer(NamespaceUserOptionList, { list: [{ userId: 5, userName: 'Grace' }] }),
]
const someoneWho = (...permissions: (typeof Permission)[keyof typeof Permission][]) => [
  Permission.ShowReleasePage,
  ...permissions,
]
const promoter = someoneWho(Permission.PromoteRelease)
const open = (answers: Answer[] = [], { path = '', permissions = promoter } = {}) =>
  renderPage(<RemotePage />, {
    remote,
    path: `/setting/release/logs${path}`,
    route: '/setting/release/:remote',
    permissions,
    answers: [...usual, ...answers],
  })
const button = (name: RegExp | string) => screen.findByRole<HTMLButtonElement>('button', { name })
const rowOf = async (version: string) => {
  const table = await screen.findByRole('table', { name: 'Versions' })
  const row = (await within(table).findByText(version)).closest('tr')
  if (!row) throw new Error(`${version} is in no row`)
  return within(row)
}

describe('the page of an area', () => {
  it('says what everybody gets, and how each version fares', async () => {
    await open()
    expect(await screen.findByRole('heading', { name: 'logs' })).toBeTruthy()
    const stable = await rowOf('1.2.0')
    expect(stable.getByText('everybody')).toBeTruthy()
    expect(stable.getByText('01234567')).toBeTruthy()
    expect(stable.getByText('240 ms / 900 ms')).toBeTruthy()
    expect((await rowOf('1.0.0')).getByText('came with the console')).toBeTruthy()
  })

  it('tells why a version must not be used, and offers no way to give it to anybody', async () => {
    const [newest, ...rest] = VERSIONS
    const list = newest ? [{ ...newest, damage: 'files/a.js was changed.' }, ...rest] : []
    await open([answer(ReleaseVersionList, { list })])
    const row = await rowOf('1.3.0')
    expect(row.getByText('Damaged').closest('[title]')?.getAttribute('title')).toBe('files/a.js was changed.')
    expect(row.queryByRole('button', { name: 'Promote' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Promote 1.3.0' })).toBeNull()
  })

  it('lists distinct failures with the number that the user was shown', async () => {
    await open()
    expect(await screen.findByText('TypeError: rows is undefined')).toBeTruthy()
    expect(screen.getByText('k3f9-72ab')).toBeTruthy()
    expect(screen.getByText('37')).toBeTruthy()
  })

  it('has the numbers of the pictures as a table, too', async () => {
    const page = await open()
    const summary = await screen.findByText('Show the numbers as a table')
    await page.actor.click(summary)
    const details = summary.closest('details')
    if (details && !details.open) details.open = true
    const table = await screen.findByRole('region', { name: 'How the versions fare' })
    expect(within(table).getByText('240 ms / 900 ms')).toBeTruthy()
  })

  it('asks for another span, which the address keeps', async () => {
    const page = await open()
    await page.actor.click(await screen.findByText('7 days'))
    await waitFor(() => expect(page.inputsOf(ReleaseLoads).at(-1)).toEqual({ remote: 'logs', hours: 168 }))
    expect(page.path()).toBe('/setting/release/logs?span=168')
  })

  it('says so while nobody loaded the area', async () => {
    await open([answer(ReleaseLoads, { ...LOADS, versions: [] })])
    expect(await screen.findByText('Nobody loaded it yet')).toBeTruthy()
  })

  it('keeps the rest when one part cannot be read', async () => {
    await open([refuse(ReleaseFailureList, Code.Failed, 'database is locked')])
    expect((await screen.findByRole('alert')).textContent).toContain('database is locked')
    expect((await rowOf('1.2.0')).getByText('everybody')).toBeTruthy()
  })

  it('says that there is no such area', async () => {
    await open([answer(ReleaseList, { list: [], host: HOST, problems: [] })])
    expect(await screen.findByText('There is no area “logs”')).toBeTruthy()
  })

  it('shows no control to whoever may only look', async () => {
    await open([area({ canary: CANARY })], { permissions: someoneWho() })
    await rowOf('1.2.0')
    for (const name of ['Roll back', 'End canary', 'Change…', 'More actions', 'Promote canary 1.3.0']) {
      expect(screen.queryByRole('button', { name })).toBeNull()
    }
    expect((await rowOf('1.3.0')).getAllByRole('button').map((one) => one.textContent)).toEqual(['Compare'])
  })
})

describe('giving out a version', () => {
  it('says in words who gets what, and does it at one click', async () => {
    const page = await open([answer(ReleasePromote, null)])
    await page.actor.click(await button('Promote 1.3.0'))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain(
      '42 people who used logs in the last day get 1.3.0 at their next page load.Open tabs are not touched.',
    )
    await page.actor.click(within(dialog).getByRole('button', { name: 'Promote 1.3.0' }))
    await waitFor(() => expect(page.inputsOf(ReleasePromote)).toEqual([{ remote: 'logs', version: '1.3.0' }]))
    expect(page.toasts()).toEqual(['Everybody gets logs 1.3.0 from now on'])
  })

  it('promotes the canary while one runs', async () => {
    const page = await open([area({ canary: { ...CANARY, version: '1.1.0' } }), answer(ReleasePromote, null)])
    await page.actor.click(await button('Promote canary 1.1.0'))
    await page.actor.click(await button('Promote 1.1.0'))
    await waitFor(() => expect(page.inputsOf(ReleasePromote)).toEqual([{ remote: 'logs', version: '1.1.0' }]))
  })

  it('is not offered while the area is pinned', async () => {
    await open([area({ isPinned: true })])
    const promote = await button('Promote 1.3.0')
    expect(promote.disabled).toBe(true)
    expect(promote.title).toBe('Pinned: take the pin away first')
  })

  it('stays open when the console refuses', async () => {
    const page = await open([refuse(ReleasePromote, Code.Failed, 'files/a.js was changed')])
    await page.actor.click(await button('Promote 1.3.0'))
    const dialog = await screen.findByRole('dialog')
    await page.actor.click(within(dialog).getByRole('button', { name: 'Promote 1.3.0' }))
    await waitFor(() => expect(page.toasts()).toEqual(['files/a.js was changed']))
    expect(screen.getByRole('dialog')).toBeTruthy()
  })

  it('to some first estimates how many people that are', async () => {
    const page = await open([answer(ReleaseCanary, null)], { path: '?open=canary&version=1.3.0' })
    const percent = await screen.findByRole('spinbutton', { name: 'Share of everybody' })
    await page.actor.clear(percent)
    await page.actor.type(percent, '50')
    expect(await screen.findByText('about 21 of the 42 people who used logs in the last day')).toBeTruthy()
    await page.actor.click(await button('Start canary of 1.3.0'))
    await waitFor(() =>
      expect(page.inputsOf(ReleaseCanary)).toEqual([
        { remote: 'logs', version: '1.3.0', namespaceIds: [], userIds: [], percent: 50 },
      ]),
    )
    expect(page.path()).toBe('/setting/release/logs')
  })

  it('to nobody is no canary', async () => {
    const page = await open([], { path: '?open=canary&version=1.3.0' })
    const percent = await screen.findByRole('spinbutton', { name: 'Share of everybody' })
    await page.actor.clear(percent)
    await page.actor.type(percent, '0')
    await page.actor.click(await button('Start canary of 1.3.0'))
    await waitFor(() => expect(screen.getAllByText(/Nobody would get it/).length).toBe(2))
    expect(page.inputsOf(ReleaseCanary)).toEqual([])
  })
})

describe('taking back', () => {
  it('goes to the version before without any choice', async () => {
    const page = await open([answer(ReleaseRollback, { version: '1.1.0' })])
    await page.actor.click(await button('Roll back'))
    expect(page.path()).toBe('/setting/release/logs?open=rollback')
    const drawer = await screen.findByRole('dialog')
    expect(within(drawer).getByRole<HTMLInputElement>('radio', { name: /1\.1\.0/ }).checked).toBe(true)
    await page.actor.click(within(drawer).getByRole('button', { name: 'Roll back' }))
    await waitFor(() => expect(page.inputsOf(ReleaseRollback)).toEqual([{ remote: 'logs', version: '1.1.0' }]))
  })

  it('goes back from the canary only, while one runs', async () => {
    const page = await open([area({ canary: CANARY }), answer(ReleaseRollback, { version: '1.2.0' })])
    await page.actor.click(await button('Roll back'))
    const drawer = await screen.findByRole('dialog')
    expect(drawer.textContent).toContain('Whoever has the canary gets 1.2.0 at the next page load.')
    await page.actor.click(within(drawer).getByRole('button', { name: 'Roll back' }))
    await waitFor(() => expect(page.inputsOf(ReleaseRollback)).toEqual([{ remote: 'logs' }]))
  })

  it('ends a canary after a question that counts who has it', async () => {
    const page = await open([area({ canary: CANARY }), answer(ReleaseEndCanary, null)])
    await page.actor.click(await button('End canary'))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('4 people who ran 1.3.0 in the last day get 1.2.0')
    await page.actor.click(within(dialog).getByRole('button', { name: 'End canary' }))
    await waitFor(() => expect(page.inputsOf(ReleaseEndCanary)).toEqual([{ remote: 'logs' }]))
  })

  it('by itself follows the rule that was saved', async () => {
    const page = await open([answer(ReleaseSetRule, null)], { path: '?open=rule' })
    await page.actor.click(await screen.findByRole('switch'))
    expect(await screen.findByText(/Everybody counts once/)).toBeTruthy()
    await page.actor.click(await button('Save'))
    const rule = { remote: 'logs', isOn: true, failurePercent: 5, minLoads: 50 }
    await waitFor(() => expect(page.inputsOf(ReleaseSetRule)).toEqual([rule]))
  })
})

describe('an area', () => {
  const switcher = someoneWho(Permission.SwitchRemote)
  const choose = async (page: Awaited<ReturnType<typeof open>>, name: string) => {
    await page.actor.click(await button('More actions'))
    await page.actor.click(await screen.findByRole('menuitem', { name }))
  }

  it('is turned off only with a reason and its name', async () => {
    const page = await open([answer(ReleaseSwitch, null)], { permissions: switcher })
    await choose(page, 'Turn off…')
    const dialog = await screen.findByRole('dialog')
    const off = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Turn off' })
    const [reason, name] = within(dialog).getAllByRole('textbox')
    if (!reason || !name) throw new Error('the dialog has not both fields')
    expect(off.disabled).toBe(true)
    await page.actor.type(name, 'logs')
    await page.actor.click(off)
    expect(await screen.findByText('Reason is needed')).toBeTruthy()
    expect(page.inputsOf(ReleaseSwitch)).toEqual([])
    await page.actor.type(reason, 'Search is broken')
    await page.actor.click(off)
    const sent = { remote: 'logs', isDisabled: true, reason: 'Search is broken' }
    await waitFor(() => expect(page.inputsOf(ReleaseSwitch)).toEqual([sent]))
  })

  it('that is off says why on top, and is turned on there', async () => {
    const off = area({ isDisabled: true, disabledReason: 'Search is broken' })
    const page = await open([off, answer(ReleaseSwitch, null)], { permissions: switcher })
    expect((await screen.findByRole('alert')).textContent).toContain('Search is broken')
    await page.actor.click(await button('Turn on'))
    const dialog = await screen.findByRole('dialog')
    await page.actor.click(within(dialog).getByRole('button', { name: 'Turn on' }))
    const sent = { remote: 'logs', isDisabled: false, reason: '' }
    await waitFor(() => expect(page.inputsOf(ReleaseSwitch)).toEqual([sent]))
  })

  it('is pinned at what everybody gets', async () => {
    const page = await open([answer(ReleasePin, null)])
    await choose(page, 'Pin 1.2.0')
    const dialog = await screen.findByRole('dialog')
    await page.actor.click(within(dialog).getByRole('button', { name: 'Pin 1.2.0' }))
    await waitFor(() => expect(page.inputsOf(ReleasePin)).toEqual([{ remote: 'logs', isPinned: true }]))
  })
})

describe('looking ahead', () => {
  it('compares with what everybody has, by sign and word', async () => {
    const none = { added: [], removed: [] }
    const diff = answer(ReleaseCompare, {
      ...{ remote: 'logs', from: '1.2.0', to: '1.3.0', bytes: { from: 1_024, to: 2_048 }, reloadedBytes: 512 },
      ...{ pageBytes: { from: 1_024, to: 1_024 }, shared: [{ name: 'antd', from: '6.6.7', to: '6.6.8' }] },
      ...{ routes: { added: ['/log/new'], removed: [] }, permissions: { added: [], removed: ['2'] } },
      ...{ texts: none, files: none },
    })
    await open([diff], { path: '?open=compare&version=1.3.0' })
    const route = (await screen.findByText('/log/new')).closest('li')
    expect(route?.textContent).toBe('+added/log/new')
    expect(screen.getByText('See the sign-in log (ShowLoginLogPage)').closest('li')?.textContent).toMatch(/^−removed/)
    expect(screen.getByText('antd 6.6.8').closest('li')?.className).toBe('rl-added')
    expect(screen.getByText('+1 KB')).toBeTruthy()
    expect(screen.getByText('512 B')).toBeTruthy()
  })

  it('makes a link for one user, and says that it opens once', async () => {
    const made = answer(ReleaseAddPreview, { id: 3, path: '/preview/abc', expireTime: '2026-11-22 08:00:00' })
    const page = await open([made], {
      path: '?open=preview&version=1.3.0',
      permissions: someoneWho(Permission.PreviewRelease),
    })
    await page.actor.click(await button('Create link'))
    const link = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Preview link' })
    expect(link.value).toMatch(/^http.*\/preview\/abc$/)
    expect(screen.getByText(/It can be opened once, by Ada only/)).toBeTruthy()
    expect(page.inputsOf(ReleaseAddPreview)).toEqual([{ remote: 'logs', version: '1.3.0', userId: 1, seconds: 86_400 }])
  })

  it('lists who previews, and takes it back', async () => {
    const preview: ReleasePreview = {
      ...{ id: 3, remote: 'logs', version: '1.3.0', origin: '', userId: 5, userName: 'Grace', createdBy: 'Ada' },
      ...{ expireTime: '2099-01-01 00:00:00', openTime: '', isRevoked: false },
    }
    const permissions = someoneWho(Permission.PreviewRelease)
    const page = await open([previews(preview), answer(ReleaseRevokePreview, null)], { permissions })
    await page.actor.click(await button('Revoke'))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('Revoke the preview of Grace?')
    await page.actor.click(within(dialog).getByRole('button', { name: 'Revoke' }))
    await waitFor(() => expect(page.inputsOf(ReleaseRevokePreview)).toEqual([{ id: 3 }]))
  })
})
