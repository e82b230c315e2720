import { screen, waitFor, within } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract'
import { ApiKeyAdd, ApiKeyList, ApiKeyRemove, ApiKeyScopeList } from '@windlass/shared-kit/contract/apiKey'
import { OwnSessionEnd, OwnSessionEndOthers, OwnSessionList } from '@windlass/shared-kit/contract/ownSession'
import { PasskeyList, PasskeyRename } from '@windlass/shared-kit/contract/passkey'
import {
  type SecondFactor,
  SecondFactorState,
  TotpBegin,
  TotpConfirm,
  TotpRemove,
} from '@windlass/shared-kit/contract/secondFactor'
import { UserApiKey, UserChangePassword, UserGenerateApiKey } from '@windlass/shared-kit/contract/session'
import { type Answer, answer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
import remote from '../../remote.ts'
import ProfilePage from './ProfilePage.tsx'

const OLD_KEY = 'abcdefghijklmnopqrstuvwxyz012345'
const NEW_KEY = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345'
const factor: SecondFactor = {
  isOn: false,
  hasTotp: false,
  totpTime: '',
  recoveryCodesLeft: 0,
  isRequired: false,
  hasPassword: true,
}
const quiet = [
  answer(UserApiKey, ''),
  answer(SecondFactorState, factor),
  answer(PasskeyList, { list: [] }),
  answer(OwnSessionList, { list: [] }),
  answer(ApiKeyList, { list: [] }),
]
const open = (...answers: Answer[]) =>
  renderPage(<ProfilePage />, { remote, path: '/user/profile', answers: [...quiet, ...answers] })
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
    expect(await screen.findByText(/no answer/)).toBeTruthy()
    expect(screen.getByLabelText('Current password')).toBeTruthy()
  })
})

describe('the second factor', () => {
  it('is set up step by step, and its recovery codes are shown until somebody kept them', async () => {
    const page = await open(
      answer(TotpBegin, { secret: 'ABCDEF', address: 'otpauth://totp/x', picture: 'data:image/svg+xml;base64,' }),
      answer(TotpConfirm, { recoveryCodes: ['aaaaa-bbbbb', 'ccccc-ddddd'] }),
    )
    await page.actor.click(await screen.findByRole('button', { name: 'Set up app' }))
    const form = within(await screen.findByRole('dialog', { name: 'Set up app' }))
    await page.actor.type(form.getByLabelText('Current password'), 'Old#pass1{Enter}')
    expect(await screen.findByText('ABCDEF')).toBeTruthy()
    await page.actor.type(screen.getByLabelText('Code'), '123456{Enter}')
    expect(await screen.findByText('ccccc-ddddd')).toBeTruthy()
    expect(page.inputsOf(TotpBegin)).toEqual([{ password: 'Old#pass1', code: '' }])
    const done = screen.getByRole<HTMLButtonElement>('button', { name: 'Done' })
    expect(done.disabled).toBe(true)
    await page.actor.click(screen.getByRole('checkbox'))
    await page.actor.click(done)
    await waitFor(() => expect(screen.queryByText('ccccc-ddddd')).toBeNull())
  })

  it('is removed with password and code', async () => {
    const on = { ...factor, isOn: true, hasTotp: true, recoveryCodesLeft: 2 }
    const page = await open(answer(SecondFactorState, on), answer(TotpRemove, null))
    expect(await screen.findByText('2 left')).toBeTruthy()
    await page.actor.click(screen.getByRole('button', { name: 'Remove app' }))
    const form = within(await screen.findByRole('dialog', { name: 'Remove app' }))
    await page.actor.type(form.getByLabelText('Current password'), 'Old#pass1')
    await page.actor.type(form.getByLabelText(/Code of the app/), '123456{Enter}')
    await waitFor(() => expect(page.inputsOf(TotpRemove)).toEqual([{ password: 'Old#pass1', code: '123456' }]))
  })

  it('tells people of a directory what they need instead of a password', async () => {
    const page = await open(answer(SecondFactorState, { ...factor, hasPassword: false }))
    await page.actor.click(await screen.findByRole('button', { name: 'Set up app' }))
    expect(await screen.findByText(/within ten minutes of a sign-in/)).toBeTruthy()
  })
})

describe('passkeys', () => {
  it('are listed and renamed, and an address without a name says why none can be added', async () => {
    const passkey = { id: 7, name: 'Laptop', insertTime: '', lastUsedTime: '', isBackedUp: true }
    const page = await open(answer(PasskeyList, { list: [passkey] }), answer(PasskeyRename, null))
    await page.actor.click(await screen.findByRole('button', { name: 'Rename Laptop' }))
    // A second one measures how high the first has to be.
    const field = screen.getAllByDisplayValue('Laptop')[0] ?? document.body
    await page.actor.clear(field)
    await page.actor.type(field, 'Key ring')
    await page.actor.tab()
    await waitFor(() => expect(page.inputsOf(PasskeyRename)).toEqual([{ id: 7, name: 'Key ring' }]))
  })
})

describe('own sessions', () => {
  const session = {
    ...{ id: 'a', remoteAddress: '10.0.0.1', seenAddress: '10.0.0.2', insertTime: '', seenTime: '' },
    ...{ userAgent: 'Mozilla/5.0 (X11; Linux) Firefox/143.0', way: 'passkey', isCurrent: true },
  }
  const list = [session, { ...session, id: 'b', userAgent: 'curl/8.5', isCurrent: false }]

  it('mark the one in front of the user, which cannot be ended here', async () => {
    const page = await open(answer(OwnSessionList, { list }), answer(OwnSessionEnd, null))
    expect(await screen.findByText('This browser')).toBeTruthy()
    await page.actor.click(screen.getByRole('button', { name: 'Sign out' }))
    await page.actor.click(
      await screen
        .findByText('Sign out curl?')
        .then(() => screen.getAllByRole('button', { name: 'Sign out' }).at(-1) ?? document.body),
    )
    await waitFor(() => expect(page.inputsOf(OwnSessionEnd)).toEqual([{ id: 'b' }]))
  })

  it('end everywhere else after a question', async () => {
    const page = await open(answer(OwnSessionList, { list }), answer(OwnSessionEndOthers, null))
    await page.actor.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }))
    expect(await screen.findByText(/1 other session ends at once/)).toBeTruthy()
    await page.actor.click(screen.getAllByRole('button', { name: 'Sign out everywhere else' }).at(-1) ?? document.body)
    await waitFor(() => expect(page.inputsOf(OwnSessionEndOthers)).toHaveLength(1))
  })
})

describe('named keys', () => {
  const key = {
    ...{ id: 3, name: 'ci', start: 'wlk_abcd', permissionIds: [18], namespaceIds: null, insertTime: '' },
    ...{ expireTime: '', isExpired: true, lastUsedTime: '', lastUsedAddress: '10.0.0.9' },
  }

  it('are made with a name and a life, and shown this one time', async () => {
    const page = await open(answer(ApiKeyScopeList, { list: [] }), answer(ApiKeyAdd, { id: 4, key: 'wlk_secret' }))
    await page.actor.click(await screen.findByRole('button', { name: /Add key/ }))
    await page.actor.type(await screen.findByLabelText('Name'), 'ci{Enter}')
    expect(await screen.findByText('wlk_secret')).toBeTruthy()
    expect(page.inputsOf(ApiKeyAdd)).toEqual([{ name: 'ci', days: 90 }])
  })

  it('say what they may do and that they expired, and are revoked after a question', async () => {
    const page = await open(answer(ApiKeyList, { list: [key] }), answer(ApiKeyRemove, null))
    expect(await screen.findByText('expired')).toBeTruthy()
    expect(screen.getByText(/1 permission/)).toBeTruthy()
    await page.actor.click(screen.getByRole('button', { name: 'Revoke' }))
    expect(await screen.findByText('Revoke the key ci?')).toBeTruthy()
    await page.actor.click(screen.getAllByRole('button', { name: 'Revoke' }).at(-1) ?? document.body)
    await waitFor(() => expect(page.inputsOf(ApiKeyRemove)).toEqual([{ id: 3 }]))
  })
})
