import { UserChangePreferences } from '@windlass/shared-kit/contract/preference'
import { currentLanguage, startI18n, switchLanguage } from '@windlass/shared-kit/i18n'
import { forgetSession, setSession, store } from '@windlass/shared-kit/session'
import { answer, pretendServer } from '@windlass/shared-kit/testing'
import { chooseTheme, themeChoiceAtom } from '@windlass/shared-kit/theme'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { followPreferences, keepChosen, watchPreferences } from './ownPreferences.ts'

const kept = { timeZone: '', language: 'zh-cn', theme: 'dark' } as const
let server = pretendServer([])
const sent = () => server.calls.map(({ input }) => input)
const signIn = () =>
  setSession({
    userInfo: { id: 1, account: 'ada', name: 'Ada', superManager: 0, preferences: kept },
    namespace: { id: 1, permissionIds: [] },
  })

beforeAll(async () => {
  await startI18n('en')
  watchPreferences()
})
beforeEach(async () => {
  server.restore()
  server = pretendServer([answer(UserChangePreferences, null)])
  forgetSession()
})
afterEach(async () => {
  keepChosen()
  server.restore()
})

describe('language and theme', () => {
  it('are as the person left them, and that is not told back', async () => {
    await followPreferences(kept)
    signIn()
    expect([currentLanguage(), store.get(themeChoiceAtom)]).toEqual(['zh-cn', 'dark'])
    expect(sent()).toEqual([])
  })

  it('are kept with the person when they are changed', async () => {
    signIn()
    chooseTheme('light')
    await switchLanguage('en')
    expect(sent()).toEqual([{ theme: 'light' }, { language: 'en' }])
  })

  it('that were chosen on the way in are newer than what was kept', async () => {
    chooseTheme('system')
    await followPreferences(kept)
    expect(store.get(themeChoiceAtom)).toBe('system')
    signIn()
    keepChosen()
    expect(sent()).toEqual([{ theme: 'system' }])
  })

  it('are left to the browser by a server that keeps none', async () => {
    chooseTheme('light')
    await followPreferences(undefined)
    expect(store.get(themeChoiceAtom)).toBe('light')
  })
})
