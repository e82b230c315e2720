import type { TestSshd } from '@windlass/backend/testing/sshd'
import { type Api } from './fixtures.ts'
import { hostileTexts, TURNING_TEXTS } from './hostileTexts.ts'

/** Of the things that have a page of their own; it says, where it can, from which side it is to be read. */
export const [TITLE = '', REASON = '', PERSON = ''] = TURNING_TEXTS
export const ADMIN_ID = 1
/** Of what may have the longest names. */
export const NAMES = hostileTexts(255)
/** Nothing answers there, which is known at once. */
export const CLOSED_PORT = 1

/** Logs keep no character that turns the text after it, so that nobody is deceived about what was typed. */
export const asLogged = (text: string) => text.trim().replace('\u202E', '\uFFFD')

/** What a page is to show. */
export interface Shown {
  path: string
  texts: readonly string[]
}

/** Where the rows go, and what they are about. */
export interface Ground {
  api: Api
  url: string
  sshd: TestSshd
  repository: string
  commit: string
}

/** Calls once for each, one after the other: what is listed newest first is then in a known order. */
export async function forEach<T>(
  texts: readonly string[],
  act: (text: string, index: number) => Promise<T>,
): Promise<T[]> {
  const made: T[] = []
  for (const [index, text] of texts.entries()) made.push(await act(text, index))
  return made
}

/** A page that names what it is about. */
export const titled = (page: string): Shown => ({ path: page, texts: [TITLE] })
