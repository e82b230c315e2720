import { languageOf, type PageLanguage, plainPage } from '../../platform/plainPage.ts'
import type { PreviewRefusal } from './preview.service.ts'

interface Words {
  title: string
  text: string
}

const STATUS: Readonly<Record<PreviewRefusal, number>> = {
  signIn: 401,
  unknown: 404,
  early: 403,
  expired: 410,
  ended: 410,
  foreign: 403,
  taken: 403,
}

const WORDS: Readonly<Record<PageLanguage, Readonly<Record<PreviewRefusal, Words>>>> = {
  en: {
    signIn: {
      title: 'Sign in first',
      text: 'This preview is for one person. Sign in to the console in this browser, then open the link once more.',
    },
    unknown: {
      title: 'There is no such preview',
      text: 'The link is incomplete or was not made by this console. Copy all of it, or ask for a new one.',
    },
    early: {
      title: 'This preview has not started',
      text: 'The clocks of the servers differ by more than a minute. Try again shortly, and tell an administrator.',
    },
    expired: { title: 'This preview has expired', text: 'Ask whoever sent you the link for a new one.' },
    ended: {
      title: 'This preview has ended',
      text: 'It was left or taken back, and each link works only once. Ask for a new one.',
    },
    foreign: {
      title: 'This preview is for somebody else',
      text: 'You are signed in as another user. Ask for a link of your own.',
    },
    taken: {
      title: 'Already opened in another browser',
      text: 'A link belongs to the browser and the sign-in that opened it first. Ask for a new one.',
    },
  },
  'zh-cn': {
    signIn: { title: '请先登录', text: '此预览仅供一人使用。请先在此浏览器中登录控制台，然后再次打开该链接。' },
    unknown: { title: '没有此预览', text: '链接不完整，或不是由本控制台生成的。请复制完整链接，或索取新的链接。' },
    early: { title: '此预览尚未开始', text: '服务器之间的时钟相差超过一分钟。请稍后重试，并告知管理员。' },
    expired: { title: '此预览已过期', text: '请向发送链接的人索取新的链接。' },
    ended: { title: '此预览已结束', text: '它已被退出或收回，每个链接只能使用一次。请索取新的链接。' },
    foreign: { title: '此预览属于其他人', text: '您当前以其他用户身份登录。请索取属于您自己的链接。' },
    taken: { title: '已在其他浏览器中打开', text: '链接属于最先打开它的浏览器和登录。请索取新的链接。' },
  },
}

const HOME: Readonly<Record<PageLanguage, string>> = { en: 'Go to the console', 'zh-cn': '前往控制台' }

/** The page that says, in the visitor's language, why a link does not open and what to do. */
export function previewPage(
  refusal: PreviewRefusal,
  acceptLanguage: string,
): { status: number; html: string; policy: string } {
  const language = languageOf(acceptLanguage)
  const { title, text } = WORDS[language][refusal]
  const body = `<h1>${title}</h1><p>${text}</p><p><a href="/">${HOME[language]}</a></p>`
  return { status: STATUS[refusal], ...plainPage({ title, body, language }) }
}
