import { NotifyType } from '@windlass/shared-kit/contract'
import { maskUrlCredentials } from '../../platform/redact.ts'
import { VERSION } from '../../platform/version.ts'
import type { NoticeRequest } from './noticeBody.ts'

/** What became of one attempt. */
export interface Outcome {
  isSent: boolean
  /** What the receiver said, or why it could not be asked. */
  answer: string
}

const LIMIT_MS = 10_000
const ANSWER_LIMIT = 64 * 1024
const SHOWN_LIMIT = 300
/** Members by which the chat programs say that a request with status 200 has failed nevertheless. */
const CODES = ['errcode', 'code', 'StatusCode'] as const
const MESSAGES = ['errmsg', 'msg', 'StatusMessage'] as const
const CHATS: ReadonlySet<number> = new Set([NotifyType.WeCom, NotifyType.DingTalk, NotifyType.Feishu])

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses the connection',
  ECONNRESET: 'broke the connection off',
  ENOTFOUND: 'is not known to the name service',
  EAI_AGAIN: 'could not be looked up, because the name service does not answer',
  ETIMEDOUT: 'does not answer',
  EHOSTUNREACH: 'cannot be reached',
  ENETUNREACH: 'cannot be reached',
  ERR_IP_BLOCKED: 'is nothing that this console may call (OUTBOUND_DENY, OUTBOUND_ALLOW)',
  CERT_HAS_EXPIRED: 'has a certificate that has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'has a certificate that nobody this machine trusts has signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'has a certificate that nobody this machine trusts has signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'has a certificate that nobody this machine trusts has signed',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a certificate for another name',
}

/** Reads no more of an answer than anybody looks at. */
async function readAnswer(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > ANSWER_LIMIT) break
  }
  return text
}

function memberOf(text: string, names: readonly string[]): unknown {
  try {
    const answer = JSON.parse(text) as unknown
    if (typeof answer !== 'object' || answer === null) return undefined
    return names.map((name) => (answer as Record<string, unknown>)[name]).find((value) => value !== undefined)
  } catch {
    // An answer that is no JSON carries no code: its status decides.
    return undefined
  }
}

/** The receiver may repeat what opens its door. */
function withoutKeys(text: string, { href, pathname, searchParams }: URL): string {
  const keys = [href, ...pathname.split('/'), ...searchParams.values()].filter((key) => key.length >= 16)
  return maskUrlCredentials(keys.reduce((rest, key) => rest.replaceAll(key, '******'), text))
}

function judge(type: number, response: Response, text: string): Outcome {
  const { status } = response
  const said = text.replace(/\s+/g, ' ').trim().slice(0, SHOWN_LIMIT)
  const answer = said === '' ? `HTTP ${status}` : `HTTP ${status}: ${said}`
  if (status >= 300 && status < 400) {
    const place = URL.parse(response.headers.get('location') ?? '', response.url)
    return {
      isSent: false,
      answer: `HTTP ${status}: leads to ${place?.origin ?? 'nowhere'}; give that address instead`,
    }
  }
  if (!response.ok) return { isSent: false, answer }
  const code = CHATS.has(type) ? memberOf(text, CODES) : undefined
  if (code === undefined || Number(code) === 0) return { isSent: true, answer }
  const message = memberOf(text, MESSAGES)
  return { isSent: false, answer: `error ${String(code)}${typeof message === 'string' ? `: ${message}` : ''}` }
}

function reasonOf(error: unknown, { host }: URL, limitMs: number): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return `${host} did not answer within ${limitMs / 1000} s`
  }
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return `${host} ${REASONS[code] ?? `could not be asked (${code === '' ? String(cause) : code})`}`
}

/**
 * Sends a notice by POST. Redirects are not followed: a POST does not survive most of them, and the address behind
 * one was chosen by nobody here.
 */
export async function postNotice(
  type: number,
  { url, body }: NoticeRequest,
  deliveryId: string,
  limitMs = LIMIT_MS,
): Promise<Outcome> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(limitMs),
      headers: {
        'content-type': 'application/json',
        'user-agent': `Windlass/${VERSION}`,
        'idempotency-key': deliveryId,
      },
      body: JSON.stringify(body),
    })
    const { isSent, answer } = judge(type, response, await readAnswer(response))
    return { isSent, answer: withoutKeys(answer, url) }
  } catch (error) {
    return { isSent: false, answer: withoutKeys(reasonOf(error, url, limitMs), url) }
  }
}
