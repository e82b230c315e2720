import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import type { WebhookDelivery, WebhookProvider } from '@windlass/shared-kit/contract/webhook'
import type { HeaderReader } from './push.ts'

/** A delivery as far as its proof goes. */
export interface Signed {
  provider: WebhookProvider
  header: HeaderReader
  /** The secret out of the address; "" when there is none. */
  querySecret: string
  body: Buffer
  /** The JSON of a form, which some hosts sign in place of the form. */
  payload: string
}

/** A time that was signed is good for so long: clocks differ, and a repeated message must not be good for ever. */
const FRESH_MS = 3_600_000

const digest = (text: string): Buffer => hash('sha256', text, 'buffer')

/** Takes the same time whatever is given, its length included. */
const isEqual = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected))

const isSignatureOf = (given: string, secret: string, { body, payload }: Signed): boolean => {
  const plain = given.replace(/^sha256=/, '').toLowerCase()
  const sign = (content: Buffer | string) => createHmac('sha256', secret).update(content).digest('hex')
  const overBody = isEqual(plain, sign(body))
  const overPayload = isEqual(plain, sign(payload))
  return overBody || overPayload
}

const SIGNATURE_HEADERS: Partial<Record<WebhookProvider, readonly string[]>> = {
  github: ['x-hub-signature-256'],
  gitea: ['x-forgejo-signature', 'x-gitea-signature', 'x-gogs-signature', 'x-hub-signature-256'],
  bitbucket: ['x-hub-signature-256', 'x-hub-signature'],
}
const TOKEN_HEADERS: Partial<Record<WebhookProvider, string>> = {
  gitlab: 'x-gitlab-token',
  gitee: 'x-gitee-token',
  codeup: 'x-codeup-token',
  svn: 'x-svn-token',
}

const unescaped = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    // A stray % is no escape: the text stands for itself.
    return text
  }
}

/** Gitee sends its password, or a signature over the time of sending that is made with it. */
function isGiteeToken(given: string, secret: string, header: HeaderReader): boolean {
  if (isEqual(given, secret)) return true
  const timestamp = header('x-gitee-timestamp')
  const age = Math.abs(Date.now() - Number(timestamp))
  if (timestamp === '' || !(age <= FRESH_MS)) return false
  const expected = createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64')
  return isEqual(given, expected) || isEqual(unescaped(given), expected)
}

/** Whether a delivery proves that its sender knows the secret of the project. */
export function signatureState(signed: Signed, secret: string): WebhookDelivery['signature'] {
  if (secret === '') return 'unchecked'
  const { provider, header, querySecret } = signed
  const isRight = (given: string): boolean => {
    if (SIGNATURE_HEADERS[provider]) return isSignatureOf(given, secret, signed)
    return provider === 'gitee' ? isGiteeToken(given, secret, header) : isEqual(given, secret)
  }
  const names = SIGNATURE_HEADERS[provider] ?? [TOKEN_HEADERS[provider] ?? '']
  const proofs = names.map(header).filter((value) => value !== '')
  if (proofs.some(isRight) || (querySecret !== '' && isEqual(querySecret, secret))) return 'valid'
  return proofs.length === 0 && querySecret === '' ? 'missing' : 'wrong'
}
