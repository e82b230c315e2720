import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { detectLanguage, registerTexts, startI18n, switchLanguage, useLanguage, useTranslation } from './index.ts'

beforeAll(() => startI18n('en'))
afterEach(async () => {
  cleanup()
  await switchLanguage('en')
})

describe('detectLanguage', () => {
  it.each([
    ['language=zh-cn', 'en-US', 'zh-cn'],
    ['a=1; language=en; b=2', 'zh-CN', 'en'],
    ['language=fr', 'zh-CN', 'zh-cn'],
    ['', 'zh-CN', 'zh-cn'],
    ['', 'en-GB', 'en'],
    ['', 'de', 'en'],
    ['notlanguage=zh-cn', 'de', 'en'],
  ])('takes %j with a browser in %s as %s', (cookie, browser, expected) => {
    expect(detectLanguage(cookie, browser)).toBe(expected)
  })
})

function Greeting() {
  const { t } = useTranslation('area')
  return (
    <p>
      {t('hello')} {useLanguage()}
    </p>
  )
}

describe('texts', () => {
  it('are loaded for the current language only, and all of them before the language changes', async () => {
    const chinese = vi.fn(async () => ({ default: { hello: '你好' } }))
    await registerTexts('area', { en: async () => ({ default: { hello: 'Hello' } }), 'zh-cn': chinese })
    expect(chinese).not.toHaveBeenCalled()
    render(<Greeting />)
    expect(screen.getByText('Hello en')).toBeTruthy()
    await act(() => switchLanguage('zh-cn'))
    expect(screen.getByText('你好 zh-cn')).toBeTruthy()
    expect(document.cookie).toContain('language=zh-cn')
    expect(document.documentElement.lang).toBe('zh-cn')
  })
})
