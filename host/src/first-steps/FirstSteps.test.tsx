import { screen, waitFor } from '@testing-library/react'
import { type FirstStep, FirstStepList } from '@windlass/shared-kit/contract/firstStep'
import { UserChangePreferences } from '@windlass/shared-kit/contract/preference'
import { UserInfo } from '@windlass/shared-kit/contract/session'
import { store, userAtom } from '@windlass/shared-kit/session'
import { type Answer, answer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
import FirstSteps from './FirstSteps.tsx'

const step = (name: FirstStep['name'], isDone: boolean, id = 0): FirstStep => ({
  ...{ name, isDone, id },
  isOptional: name === 'member' || name === 'secondFactor',
})
const begun = [step('password', true), step('server', false), step('project', false), step('deploy', false)]
const listed = (...list: FirstStep[]) => answer(FirstStepList, { list })
const open = (path: string, ...answers: Answer[]) =>
  renderPage(<FirstSteps />, { path, user: { firstSteps: 'shown' }, answers })
const target = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

describe('the first steps', () => {
  it('stand on the board with the way to each form that can be filled in now', async () => {
    await open('/deploy/index', listed(...begun, step('member', false)))
    expect(await screen.findByText('1 of 4 done')).toBeTruthy()
    expect(screen.getAllByRole('listitem')).toHaveLength(4)
    expect(target('Add a server')).toBe('#/server/index?add=new')
    expect(target('Add a project')).toBe('#/project/index?edit=new')
    expect(target('Add a member')).toBe('#/setting/member?edit=new')
    expect(screen.queryByRole('link', { name: 'Go to the board' })).toBeNull()
    expect(screen.getAllByRole('listitem').map((item) => item.getAttribute('aria-current'))).toEqual([
      ...[null, 'step', null, null],
    ])
  })

  it('lead to the check of a server that was never reached', async () => {
    await open('/deploy/index', listed(step('password', true), step('server', false, 7)))
    expect(await screen.findByText(/nobody has got in yet/)).toBeTruthy()
    expect(target('Check the connection')).toBe('#/server/index?check=7')
  })

  it('say only what is next on the other pages of theirs, and nothing elsewhere', async () => {
    const page = await open('/server/index', listed(...begun))
    expect(await screen.findByText('Next: Add a server')).toBeTruthy()
    expect(screen.queryByRole('listitem')).toBeNull()
    await page.actor.click(screen.getByRole('button', { name: 'Show all steps' }))
    expect(screen.getAllByRole('listitem')).toHaveLength(4)
    const { container } = await open('/log/loginLog', listed(...begun))
    expect(container.textContent).toBe('')
  })

  it('are hidden for whoever asks, and kept so', async () => {
    const page = await open('/deploy/index', listed(...begun), answer(UserChangePreferences, null))
    await page.actor.click(await screen.findByRole('button', { name: 'Hide the first steps' }))
    await waitFor(() => expect(store.get(userAtom)?.firstSteps).toBe('hidden'))
    expect(page.inputsOf(UserChangePreferences)).toEqual([{ hidesFirstSteps: true }])
  })

  it('end when the last one is done', async () => {
    const info = {
      userInfo: { id: 1, account: 'ada', name: 'Ada', superManager: 0 as const },
      namespace: { id: 1, permissionIds: [] },
    }
    const page = await open('/deploy/index', listed(...begun.map((one) => ({ ...one, isDone: true }))))
    page.answer(answer(UserInfo, info))
    await waitFor(() => expect(page.toasts()).toEqual(['The first steps are done: this console deploys.']))
    await waitFor(() => expect(store.get(userAtom)?.firstSteps).toBeUndefined())
  })

  it('say when the server cannot tell how far things are, and ask again', async () => {
    const page = await open('/deploy/index', refuse(FirstStepList, 1, 'no'))
    expect(await screen.findByText('How far you are could not be found out.')).toBeTruthy()
    page.answer(listed(...begun))
    await page.actor.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('1 of 4 done')).toBeTruthy()
  })
})
