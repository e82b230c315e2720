import { randomBytes } from 'node:crypto'
import type { Captcha } from '@windlass/shared-kit/contract/session'
import type { Db } from '../../platform/db.ts'
import { failed } from '../../platform/errors.ts'
import { accountKey } from './attempts.store.ts'
import type { Glyph } from './captcha.picture.ts'

const LIFE_MS = 2 * 60_000
const KEY_BYTES = 16
/** The page sends the corner of its marker, which lies this far up and left of the click. */
const MARKER_OFFSET = 11
/** How far beside a character a click still counts as on it. */
const TOLERANCE = 8

const State = { Waiting: 0, Solved: 1 } as const

/** Pictures to click on before somebody who failed may try again; kept in the database, so that any node can check them. */
export interface Captchas {
  /** @param boundTo the account it is for, or else the address it is asked from */
  create(language: string, boundTo: string): Promise<Captcha>
  /** One try: a wrong answer makes the key worthless. @throws AppError when it was wrong */
  check(key: string, dots: readonly number[]): Promise<void>
  /** Uses up a key whose picture was solved; answers whether it was one, and bound to one of these. */
  redeem(key: string, allowed: readonly string[]): Promise<boolean>
}

const BINDING_LIMIT = 255
/** Written as the lock of an account writes it. */
const bindingOf = (name: string) => accountKey(name).slice(0, BINDING_LIMIT)

const isHit = ({ x, y, size }: Glyph, left: number, top: number): boolean => {
  const reach = size / 2 + TOLERANCE
  return Math.abs(left + MARKER_OFFSET - x) <= reach && Math.abs(top + MARKER_OFFSET - y) <= reach
}

const isSolved = (wanted: readonly Glyph[], dots: readonly number[]): boolean =>
  dots.length === wanted.length * 2 &&
  wanted.every((glyph, index) => isHit(glyph, dots[index * 2] ?? Number.NaN, dots[index * 2 + 1] ?? Number.NaN))

/** Opens the captchas of all nodes. */
export function createCaptchas(db: Db): Captchas {
  /** Taking the row away while reading it leaves no second try, however many come at once. */
  const take = (key: string, state: number) =>
    db
      .deleteFrom('captcha')
      .where('id', '=', key)
      .where('state', '=', state)
      .where('expireTime', '>', Date.now())
      .returning(['answer', 'expireTime', 'boundTo'])
      .executeTakeFirst()

  return {
    create: async (language, boundTo) => {
      // Drawing takes 26 MB of memory before the first picture, which most consoles never ask for.
      const { drawCaptcha } = await import('./captcha.picture.ts')
      const { picture, thumbnail, wanted } = await drawCaptcha(language === 'zh-cn')
      const key = randomBytes(KEY_BYTES).toString('hex')
      await db.deleteFrom('captcha').where('expireTime', '<', Date.now()).execute()
      const expireTime = Date.now() + LIFE_MS
      const row = {
        id: key,
        answer: JSON.stringify(wanted),
        state: State.Waiting,
        expireTime,
        boundTo: bindingOf(boundTo),
      }
      await db.insertInto('captcha').values(row).execute()
      return {
        base64: `data:image/jpeg;base64,${picture.toString('base64')}`,
        thumbBase64: `data:image/png;base64,${thumbnail.toString('base64')}`,
        key,
      }
    },

    check: async (key, dots) => {
      const row = await take(key, State.Waiting)
      if (!row) throw failed('this captcha has expired; solve the next one')
      if (!isSolved(JSON.parse(row.answer) as Glyph[], dots)) throw failed('that was wrong; solve the next one')
      const solved = { id: key, answer: '', state: State.Solved, expireTime: row.expireTime, boundTo: row.boundTo }
      await db.insertInto('captcha').values(solved).execute()
    },

    redeem: async (key, allowed) => {
      const row = await take(key, State.Solved)
      return row !== undefined && allowed.map(bindingOf).includes(row.boundTo)
    },
  }
}
