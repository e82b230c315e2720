import { misused, refused } from '@windlass/backend/commandLine/commandError'
import { textTable } from '@windlass/backend/commandLine/textTable'
import { PREVIEW_LIMIT_SECONDS } from '@windlass/shared-kit/contract/releasePreview'
import { readUser } from '../audience.ts'
import { defineCommand } from '../command.ts'
import { ANY_REMOTE, REMOTE, VERSION } from '../parameters.ts'

const HOUR_SECONDS = 3_600
const MAX_HOURS = PREVIEW_LIMIT_SECONDS / HOUR_SECONDS
const DEFAULT_HOURS = '8'

export const preview = defineCommand({
  name: 'preview',
  about: 'make a link that shows one user a version in the real console',
  details: 'It can be opened once, by that user, in one browser. Each use is in the operation log.',
  parameters: [REMOTE, VERSION],
  options: {
    user: { type: 'string', value: 'id|account|me', about: 'who may open it (me)' },
    hours: { type: 'string', value: 'number', about: `until it expires (${DEFAULT_HOURS}, at most ${MAX_HOURS})` },
  },
  examples: ['preview logs 1.2.0', 'preview logs 1.2.0 --user alice --hours 24'],
  run: async (session, { remote, version }, { user = 'me', hours: typed = DEFAULT_HOURS }) => {
    const hours = Number(typed)
    if (!(hours * HOUR_SECONDS >= 60 && hours <= MAX_HOURS))
      throw misused(`--hours takes a number up to ${MAX_HOURS}, and at least a minute, not ${typed}`)
    const target = await session.target()
    const userId = target.knowsUsers ? await readUser(user, target) : 0
    const { url, id, expireTime } = await target.preview(remote, version, userId, Math.round(hours * HOUR_SECONDS))
    return {
      data: { remote, version, user, id, url, expireTime },
      text: `${url}\nShows ${user === 'me' ? 'you' : user} ${remote} ${version}, opened once and in one browser, until ${expireTime}`,
    }
  },
})

export const previews = defineCommand({
  name: 'previews',
  about: 'links that show somebody a version: to whom, from where, until when',
  parameters: [ANY_REMOTE],
  examples: ['previews', 'previews logs'],
  run: async (session, { remote }) => {
    const list = await (await session.target()).previews(remote)
    const rows = list.map((link) => [
      String(link.id),
      link.remote,
      link.version,
      link.origin,
      link.userName,
      link.createdBy,
      link.expireTime,
      link.openTime === '' ? 'never' : link.openTime,
      link.isRevoked ? 'ended' : '',
    ])
    const titles = ['LINK', 'AREA', 'VERSION', 'FROM', 'SHOWN TO', 'MADE BY', 'UNTIL', 'OPENED', '']
    const none = `no link: \`${session.typed('preview <remote> <version>')}\` makes one`
    return { data: { list }, text: rows.length === 0 ? none : textTable(titles, rows) }
  },
})

/** Reads the number of a link. */
function readLink(text: string): string {
  if (/^[1-9]\d{0,14}$/.test(text)) return text
  throw misused(`"${text}" is no link: give its number, as \`previews\` shows it`)
}

export const revokePreview = defineCommand({
  name: 'revoke-preview',
  about: 'end a link, also for a browser that has opened it',
  parameters: [{ name: 'id', about: 'the link, by its number in `previews`', read: readLink }],
  examples: ['revoke-preview 12'],
  run: async (session, { id }) => {
    const target = await session.target()
    const link = (await target.previews(undefined)).find((known) => known.id === Number(id))
    if (!link) throw refused('preview', `${target.name} knows no link ${id}: \`previews\` lists them`)
    await target.revokePreview(link.id)
    return {
      data: { id: link.id, remote: link.remote, version: link.version },
      text: `The link ${id} shows ${link.userName} ${link.remote} ${link.version} no longer, from the next load on`,
    }
  },
})
