import { screen, waitFor } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract'
import { UserApiKey, UserChangePassword, UserGenerateApiKey } from '@windlass/shared-kit/contract/session'
import { type Answer, answer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
import remote from '../../remote.ts'
import ProfilePage from './ProfilePage.tsx'

const OLD_KEY = 'abcdefghijklmnopqrstuvwxyz012345'
const NEW_KEY = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345'
const open = (...answers: Answer[]) => renderPage(<ProfilePage />, { remote, path: '/user/profile', answers })
type Page = Awaited<ReturnType<typeof open>>
const fill = async ({ actor }: Page, current: string, next: string, repeated: string) => {
  await actor.type(screen.getByLabelText('Current password'), current)
  await actor.type(screen.getByLabelText('New password'), next)
  await actor.type(screen.getByLabelText('New password again'), `${repeated}{Enter}`)
}

describe('the password', () => {
  it('is changed, and the form is empty afterwards', async () => {
    const page = await open(answer(UserApiKey, ''), answer(UserChangePassword, null))
    await fill(page, 'Old#pass1', 'New#pass1', 'New#pass1')
    await waitFor(() => expect(page.toasts()).toEqual(['Password changed']))
    expect(page.inputsOf(UserChangePassword)).toEqual([{ oldPwd: 'Old#pass1', newPwd: 'New#pass1' }])
    expect(screen.getByLabelText<HTMLInputElement>('Current password').value).toBe('')
  })

  it('is not sent when it is weak, repeated wrongly, or the old one', async () => {
    const page = await open(answer(UserApiKey, ''))
    await fill(page, 'Old#pass1', 'password', 'passwort')
    expect(await screen.findByText('The two new passwords differ')).toBeTruthy()
    expect(screen.getAllByText(/^8 to 16 characters/)).toHaveLength(2)
    await page.actor.clear(screen.getByLabelText('New password'))
    await page.actor.type(screen.getByLabelText('New password'), 'Old#pass1{Enter}')
    expect(await screen.findByText('The new password is the current one')).toBeTruthy()
    expect(page.inputsOf(UserChangePassword)).toEqual([])
  })

  it('keeps what was typed when the server refuses', async () => {
    const page = await open(answer(UserApiKey, ''), refuse(UserChangePassword, Code.Failed, 'wrong password'))
    await fill(page, 'Bad#pass1', 'New#pass1', 'New#pass1')
    await waitFor(() => expect(page.toasts()).toEqual(['wrong password']))
    expect(screen.getByLabelText<HTMLInputElement>('Current password').value).toBe('Bad#pass1')
  })
})

describe('the API key', () => {
  it('is hidden until asked for', async () => {
    const page = await open(answer(UserApiKey, OLD_KEY))
    await page.actor.click(await screen.findByRole('button', { name: 'Show key' }))
    expect(screen.getByText(OLD_KEY)).toBeTruthy()
    await page.actor.click(screen.getByRole('button', { name: 'Hide key' }))
    expect(screen.queryByText(OLD_KEY)).toBeNull()
    expect(screen.getByText('****************')).toBeTruthy()
  })

  it('is replaced only after a warning, and then shown', async () => {
    const page = await open(answer(UserApiKey, OLD_KEY), answer(UserGenerateApiKey, NEW_KEY))
    await page.actor.click(await screen.findByRole('button', { name: 'Replace key' }))
    expect(await screen.findByText(/stops working at once/)).toBeTruthy()
    expect(page.inputsOf(UserGenerateApiKey)).toEqual([])
    await page.actor.click(screen.getAllByRole('button', { name: 'Replace key' }).at(-1) ?? document.body)
    expect(await screen.findByText(NEW_KEY)).toBeTruthy()
  })

  it('is made at once while there is none', async () => {
    const page = await open(answer(UserApiKey, ''), answer(UserGenerateApiKey, NEW_KEY))
    await page.actor.click(await screen.findByRole('button', { name: 'Create key' }))
    expect(await screen.findByText(NEW_KEY)).toBeTruthy()
  })

  it('says what failed when it cannot be loaded, and the password form stays', async () => {
    await open(refuse(UserApiKey, Code.Failed, 'no answer'))
    expect((await screen.findByRole('alert')).textContent).toContain('no answer')
    expect(screen.getByLabelText('Current password')).toBeTruthy()
  })
})
