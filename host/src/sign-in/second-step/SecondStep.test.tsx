import { screen, waitFor } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract'
import { SecondFactorAccept, SecondFactorAnswer, SecondFactorOffer } from '@windlass/shared-kit/contract/secondFactor'
import type { SignedIn } from '@windlass/shared-kit/contract/session'
import { type Answer, answer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it, vi } from 'vitest'
import SecondStep from './SecondStep.tsx'

const locales = { en: () => import('../../locales/en.json'), 'zh-cn': () => import('../../locales/zh-cn.json') }
const signedIn: SignedIn = {
  token: 't',
  namespaceList: [{ id: 1, name: 'n', role_id: 1, roleId: 1, permissionIds: null }],
}
const asked = { challenge: 'c', methods: ['totp' as const, 'recovery' as const], needsSetUp: false }

async function open(question: Parameters<typeof SecondStep>[0]['question'], ...answers: Answer[]) {
  const [onEntered, onCancel] = [vi.fn(), vi.fn()]
  const step = <SecondStep question={question} onEntered={onEntered} onCancel={onCancel} />
  const page = await renderPage(step, { remote: { id: 'host', locales }, path: '/login', answers })
  return { ...page, onEntered, onCancel }
}

describe('the second step', () => {
  it('sends the code and lets in', async () => {
    const page = await open(asked, answer(SecondFactorAnswer, signedIn))
    await page.actor.type(screen.getByLabelText('Code'), '123 456{Enter}')
    await waitFor(() => expect(page.onEntered).toHaveBeenCalledWith(signedIn))
    expect(page.inputsOf(SecondFactorAnswer)).toEqual([{ challenge: 'c', code: '123 456' }])
  })

  it('empties the field after a wrong code, and says what the server said', async () => {
    const page = await open(asked, refuse(SecondFactorAnswer, Code.Failed, 'this code is wrong'))
    await page.actor.type(screen.getByLabelText('Code'), '000000{Enter}')
    await waitFor(() => expect(page.toasts()).toEqual(['this code is wrong']))
    expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('')
    expect(page.onEntered).not.toHaveBeenCalled()
  })

  it('takes a recovery code instead', async () => {
    const page = await open(asked, answer(SecondFactorAnswer, signedIn))
    await page.actor.click(screen.getByRole('button', { name: 'Use a recovery code' }))
    await page.actor.type(screen.getByLabelText('Recovery code'), 'abcde-fghjk{Enter}')
    await waitFor(() => expect(page.onEntered).toHaveBeenCalledTimes(1))
  })

  it('goes back to account and password', async () => {
    const page = await open(asked)
    await page.actor.click(screen.getByRole('button', { name: 'Back to sign-in' }))
    expect(page.onCancel).toHaveBeenCalledTimes(1)
  })
})

describe('the set-up that a console demands', () => {
  const offer = { secret: 'ABCDEF', address: 'otpauth://totp/x', picture: 'data:image/svg+xml;base64,' }
  const setUp = { challenge: 'c', methods: [], needsSetUp: true }

  it('shows the picture, takes the first code, and opens only after the recovery codes were kept', async () => {
    const accepted = { ...signedIn, recoveryCodes: ['aaaaa-bbbbb', 'ccccc-ddddd'] }
    const page = await open(setUp, answer(SecondFactorOffer, offer), answer(SecondFactorAccept, accepted))
    expect(await screen.findByText('ABCDEF')).toBeTruthy()
    await page.actor.type(screen.getByLabelText('Code'), '123456{Enter}')
    expect(await screen.findByText('ccccc-ddddd')).toBeTruthy()
    const enter = screen.getByRole<HTMLButtonElement>('button', { name: 'Open the console' })
    expect(enter.disabled).toBe(true)
    await page.actor.click(screen.getByRole('checkbox'))
    await page.actor.click(enter)
    expect(page.onEntered).toHaveBeenCalledWith(signedIn)
  })

  it('goes back when the sign-in took too long', async () => {
    const page = await open(setUp, refuse(SecondFactorOffer, Code.Failed, 'begin again'))
    await waitFor(() => expect(page.onCancel).toHaveBeenCalled())
  })
})
