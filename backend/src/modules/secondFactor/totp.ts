import type { TotpOffer } from '@windlass/shared-kit/contract/secondFactor'
import { Secret, TOTP } from 'otpauth'
import { encodeQR } from 'qr'

const PERIOD_SECONDS = 30
const DIGITS = 6
/** RFC 4226 asks for 128 bits and recommends 160. */
const SECRET_BYTES = 20
/** A code is taken one step early or late, for clocks that are off and people who type slowly (RFC 6238, 5.2). */
const WINDOW = 1
const ISSUER = 'Windlass'

const totp = (secret: string, label = '') =>
  new TOTP({ issuer: ISSUER, label, digits: DIGITS, period: PERIOD_SECONDS, secret: Secret.fromBase32(secret) })

/** A secret for an authenticator app, base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** How a secret is handed to an authenticator app; `owner` is what the app shows beside the code. */
export function offerTotp(secret: string, owner: string): TotpOffer {
  const address = totp(secret, owner).toString()
  const picture = encodeQR(address, 'svg', { ecc: 'medium', border: 2 })
  return { secret, address, picture: `data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}` }
}

/** The 30 seconds that a code belongs to; undefined for a wrong one. */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  const delta = totp(secret).validate({ token: code, timestamp: now, window: WINDOW })
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD_SECONDS) + delta
}
