import type { Logger } from 'pino'
import { failed } from '../../platform/errors.ts'

/** Longest that one answer of a provider is waited for. */
const LIMIT_MS = 5_000

/** A chat provider that knows the mobile number of whoever authorized there. */
export interface MediaProvider {
  /** Where people authorize, without `redirect_uri`; "" when it is not configured. */
  authorizeUrl: string
  /** @throws AppError when the provider does not vouch for anybody */
  mobileOf(code: string, redirectUri: string): Promise<string>
}

/** One call to a provider: a JSON body makes it a POST. */
export interface ProviderCall {
  url: URL
  headers?: Record<string, string>
  body?: Record<string, string>
  /** What in the answer marks a failure. */
  isError(answer: Record<string, unknown>): boolean
}

/** Asks a provider; whatever goes wrong is logged without secrets, and told in one sentence. */
export type AskProvider = (call: ProviderCall) => Promise<Record<string, unknown>>

/** A text of an answer, "" when it is none. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A part of an answer, empty when it is none. */
export const partOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** Prepares the calls to one provider; `name` is what people know it by. */
export function createAsk(name: string, log: Logger): AskProvider {
  const noAnswer = () => failed(`${name} does not answer; try again, or sign in with your password`)
  return async ({ url, headers = {}, body, isError }) => {
    const where = `${url.origin}${url.pathname}`
    let answer: Record<string, unknown>
    try {
      const response = await fetch(url, {
        method: body ? 'POST' : 'GET',
        headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }), ...headers },
        ...(body && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(LIMIT_MS),
      })
      answer = partOf(await response.json())
    } catch (error) {
      log.warn({ err: error, where }, 'a chat provider does not answer')
      throw noAnswer()
    }
    if (!isError(answer)) return answer
    const { code, errcode, error, message, errmsg } = answer
    log.warn({ where, code, errcode, error, message, errmsg }, 'a chat provider refused a sign-in')
    throw failed(`${name} refused this sign-in; try again`)
  }
}

/** The number as contacts hold it: without the country's prefix, which providers write or leave out. */
export const plainMobile = (mobile: string): string => (mobile.startsWith('+86') ? mobile.slice(3) : mobile).trim()
