import type { NoticeLanguage } from '@windlass/shared-kit/contract/notification'
import { CHECK_SENTENCES } from './checkSentences.ts'
import { CONSOLE_SENTENCES } from './consoleSentences.ts'
import { DEPLOY_SENTENCES } from './deploySentences.ts'
import { SSH_SENTENCES } from './sshSentences.ts'
import { createTranslator, type Sentences } from './translateSentence.ts'

/** Last, since it is of the form of many others: who or what a sentence is about. */
const PLACED: Sentences = [['{place}: {why}', '{place}：{why}']]

const inChinese = createTranslator(CHECK_SENTENCES, SSH_SENTENCES, DEPLOY_SENTENCES, CONSOLE_SENTENCES, PLACED)

/** A sentence in the languages of the console; undefined for none. */
export const saidIn = (text: string): Readonly<Record<NoticeLanguage, string>> | undefined =>
  text === '' ? undefined : { en: text, 'zh-cn': inChinese(text) }

/** What the console says about a failure, in a language; the words of programs stay as they are. */
export const sentenceIn = (language: NoticeLanguage, text: string): string =>
  language === 'zh-cn' ? inChinese(text) : text
