import { fireEvent, screen, waitFor } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract'
import {
  type SignedIn,
  UserCaptcha,
  UserCheckCaptcha,
  UserConfig,
  UserLogin,
} from '@windlass/shared-kit/contract/session'
import { forgetNamespace, hasLoginMarker, readNamespace, storeNamespace } from '@windlass/shared-kit/session'
import { type Answer, answer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
import { SignInPage } from './SignInPage.tsx'

const locales = { en: () => import('../locales/en.json'), 'zh-cn': () => import('../locales/zh-cn.json') }
const namespaces = [1, 2].map((id) => ({ id, name: `n${id}`, role_id: 5, roleId: 5, permissionIds: null }))
const signedIn: SignedIn = { token: 't', namespaceList: namespaces }
const config = (captcha: boolean) =>
  answer(UserConfig, {
    openId: { label: '' },
    ldap: { enabled: false },
    captcha: { enabled: captcha },
    mediaURL: { dingtalk: '', feishu: '' },
  })
const picture = answer(UserCaptcha, { base64: 'data:,', thumbBase64: 'data:,', key: 'k1' })

async function open(answers: Answer[], path = '/login') {
  const page = await renderPage(<SignInPage />, { remote: { id: 'host', locales }, path, answers })
  forgetNamespace()
  await waitFor(() => expect(page.inputsOf(UserConfig)).toHaveLength(1))
  const submit = async (password: string, account = ' admin ') => {
    await page.actor.clear(screen.getByLabelText('Account'))
    await page.actor.type(screen.getByLabelText('Account'), account)
    await page.actor.clear(screen.getByLabelText('Password'))
    await page.actor.type(screen.getByLabelText('Password'), `${password}{Enter}`)
  }
  return { ...page, submit }
}

describe('signing in', () => {
  it('trims the account, takes the last namespace and goes where the user wanted to go', async () => {
    const page = await open([config(false), answer(UserLogin, signedIn)], '/login?redirect=%2Fserver%2Fcron%3Fq%3D1')
    await page.submit('secret123')
    await waitFor(() => expect(page.path()).toBe('/server/cron?q=1'))
    expect(page.inputsOf(UserLogin)).toEqual([
      { account: 'admin', password: 'secret123', newPassword: '', captchaKey: '' },
    ])
    expect(readNamespace()).toEqual({ id: 2, name: 'n2', roleId: 5 })
    expect(hasLoginMarker()).toBe(true)
  })

  it.each(['https://evil.example/x', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '%2F%2Fevil.example'])(
    'stays in the console after a sign-in that was to lead to %s',
    async (target) => {
      const page = await open(
        [config(false), answer(UserLogin, signedIn)],
        `/login?redirect=${encodeURIComponent(target)}`,
      )
      await page.submit('secret123')
      await waitFor(() => expect(hasLoginMarker()).toBe(true))
      await waitFor(() => expect(page.path()).toBe('/'))
    },
  )

  it('keeps the stored namespace if it is one of the user’s', async () => {
    const page = await open([config(false), answer(UserLogin, signedIn)])
    storeNamespace({ id: 1, name: 'n1', roleId: 5 })
    await page.submit('secret123')
    await waitFor(() => expect(hasLoginMarker()).toBe(true))
    expect(readNamespace().id).toBe(1)
  })

  it('sends nothing that breaks the rules, and says which', async () => {
    const page = await open([config(false), answer(UserLogin, signedIn)])
    await page.submit('12345678', '   ')
    expect(screen.getByLabelText('Account').getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText('Enter your account')).toBeTruthy()
    expect(screen.getByText(/^8 to 16 characters/)).toBeTruthy()
    expect(page.inputsOf(UserLogin)).toEqual([])
  })

  it('shows the server’s message and leaves the form usable, without a dialog for codes that mean it elsewhere', async () => {
    const page = await open([config(false), refuse(UserLogin, Code.AccountDisabled, 'disabled')])
    await page.submit('secret123')
    await waitFor(() => expect(page.toasts()).toEqual(['disabled']))
    expect(screen.getByRole('button', { name: 'Sign in' }).hasAttribute('disabled')).toBe(false)
    expect(screen.queryByText(/captcha/)).toBeNull()
  })

  it('asks for a new password when it must change, and sends both', async () => {
    const page = await open([config(true), refuse(UserLogin, Code.PasswordMustChange, 'change it')])
    await page.submit('secret123')
    const [fresh, repeated] = await Promise.all([
      screen.findByLabelText('New password'),
      screen.findByLabelText('Repeat the new password'),
    ])
    expect(screen.queryByText(/captcha/i)).toBeNull()
    await page.actor.type(fresh, 'secret123')
    await page.actor.type(repeated, 'other1234{Enter}')
    expect(screen.getByText('The new password must differ from the old one')).toBeTruthy()
    expect(screen.getByText('Both new passwords must be the same')).toBeTruthy()
    await page.actor.clear(fresh)
    page.answer(refuse(UserLogin, Code.PasswordMustChange, 'a password must hold no word that everybody knows'))
    await page.actor.type(fresh, 'other1234{Enter}')
    await screen.findByText('a password must hold no word that everybody knows')
    expect(page.inputsOf(UserLogin).at(-1)?.newPassword).toBe('other1234')

    page.answer(answer(UserLogin, signedIn))
    await page.actor.type(fresh, '5')
    expect(screen.queryByText('a password must hold no word that everybody knows')).toBeNull()
    await page.actor.type(repeated, '5{Enter}')
    await waitFor(() => expect(page.inputsOf(UserLogin).at(-1)?.newPassword).toBe('other12345'))
    expect(page.inputsOf(UserLogin)).toHaveLength(3)
  })
})

describe('the captcha', () => {
  const box = (element: Element) => {
    element.getBoundingClientRect = () => new DOMRect(100, 50, 300, 240)
  }
  async function openPicture(checked: Answer) {
    const page = await open([config(true), refuse(UserLogin, Code.Failed, 'wrong'), picture, checked])
    await page.submit('secret123')
    await page.actor.click(await screen.findByRole('button', { name: /Click the button to check/ }))
    const target = (await screen.findByAltText(/Picture with characters/)).closest('button')
    if (!target) throw new Error('the picture cannot be clicked')
    box(target)
    const click = (x: number, y: number) => fireEvent.click(target, { clientX: x, clientY: y, detail: 1 })
    return { ...page, click, target, confirm: () => page.actor.click(screen.getByText('Confirm')) }
  }

  it('appears after a failed attempt, and its key goes with the next one', async () => {
    const page = await openPicture(answer(UserCheckCaptcha, null))
    page.click(120, 90)
    page.click(200.9, 60)
    await page.confirm()
    expect(page.inputsOf(UserCheckCaptcha)).toEqual([{ key: 'k1', dots: [9, 29, 89, -1] }])
    expect(await screen.findByRole('button', { name: 'Captcha passed' })).toBeTruthy()
    page.answer(answer(UserLogin, signedIn))
    await page.actor.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(page.inputsOf(UserLogin).at(-1)?.captchaKey).toBe('k1'))
  })

  it('is asked anew after the next failure, with the key forgotten', async () => {
    const page = await openPicture(answer(UserCheckCaptcha, null))
    page.click(120, 90)
    await page.confirm()
    await screen.findByRole('button', { name: 'Captcha passed' })
    await page.submit('secret124')
    expect(await screen.findByRole('button', { name: /Click the button to check/ })).toBeTruthy()
    await page.submit('secret125')
    expect(page.inputsOf(UserLogin).map(({ captchaKey }) => captchaKey)).toEqual(['', 'k1', ''])
  })

  it('takes five clicks at most, and takes them back one by one', async () => {
    const page = await openPicture(answer(UserCheckCaptcha, null))
    for (const x of [110, 140, 170, 200, 230, 260]) page.click(x, 100)
    expect(screen.getAllByRole('button', { name: /Take back click/ })).toHaveLength(5)
    await page.actor.click(screen.getByRole('button', { name: 'Take back click 3' }))
    expect(screen.getAllByRole('button', { name: /Take back click/ })).toHaveLength(2)
  })

  it('can be marked with the keyboard', async () => {
    const page = await openPicture(answer(UserCheckCaptcha, null))
    for (const key of ['ArrowLeft', 'ArrowUp', 'Enter']) fireEvent.keyDown(page.target, { key })
    await page.confirm()
    expect(page.inputsOf(UserCheckCaptcha)).toEqual([{ key: 'k1', dots: [133, 103] }])
  })

  it('wants a click before it checks', async () => {
    const page = await openPicture(answer(UserCheckCaptcha, null))
    await page.confirm()
    expect(page.toasts()).toContain('Click the characters in the picture first')
    expect(page.inputsOf(UserCheckCaptcha)).toEqual([])
  })

  it('gives up after six new pictures and starts over on a click', async () => {
    const page = await openPicture(refuse(UserCheckCaptcha, Code.Failed, 'no'))
    for (let round = 1; round <= 7; round += 1) {
      const target = (await screen.findByAltText(/Picture with characters/)).closest('button')
      if (target) fireEvent.click(target, { clientX: 10, clientY: 10, detail: 1 })
      await page.confirm()
      await waitFor(() => expect(page.inputsOf(UserCheckCaptcha)).toHaveLength(round))
    }
    const button = await screen.findByRole('button', { name: /Too many clicks, click to retry/ })
    expect(page.inputsOf(UserCaptcha)).toHaveLength(7)
    await page.actor.click(button)
    expect(await screen.findByAltText(/Picture with characters/)).toBeTruthy()
  })
})
