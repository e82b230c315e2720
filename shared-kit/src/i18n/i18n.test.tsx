import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  createTexts,
  detectLanguage,
  formatNumber,
  formatRelativeTime,
  registerTexts,
  startI18n,
  switchLanguage,
  TextsProvider,
  useLanguage,
  useTranslation,
} from './index.ts'

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

describe('texts of a piece in somebody else’s page', () => {
  const texts = { en: { hello: 'Hi' }, 'zh-cn': { hello: '嗨' } }
  function Moment() {
    const language = useLanguage()
    return (
      <p>{`${formatRelativeTime(0, 3_600_000, language)}, ${formatNumber(0.5, { style: 'percent' }, language)}`}</p>
    )
  }

  it('are its own: two pieces and the console speak three ways at once', async () => {
    await registerTexts('area', { en: async () => ({ default: { hello: 'Hello' } }), 'zh-cn': vi.fn() })
    render(
      <>
        <Greeting />
        {(['en', 'zh-cn'] as const).map((language) => (
          <TextsProvider key={language} i18n={createTexts(language, 'area', texts)}>
            <Greeting />
            <Moment />
          </TextsProvider>
        ))}
      </>,
    )
    for (const text of ['Hello en', 'Hi en', '嗨 zh-cn', '1 hr. ago, 50%', '1小时前, 50%'])
      expect([text, screen.queryByText(text) !== null]).toEqual([text, true])
  })

  it('change without a word to the console', async () => {
    const own = createTexts('en', 'area', texts)
    render(
      <TextsProvider i18n={own}>
        <Greeting />
      </TextsProvider>,
    )
    await act(async () => void (await own.changeLanguage('zh-cn')))
    expect(screen.getByText('嗨 zh-cn')).toBeTruthy()
    expect(document.documentElement.lang).toBe('en')
  })
})
