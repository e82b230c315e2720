import { PREVIEW_LIMIT_SECONDS } from '@windlass/shared-kit/contract/releasePreview'
import { readUser } from '../audience.ts'
import { defineCommand } from '../command.ts'
import { REMOTE, VERSION } from '../parameters.ts'
import { misused } from '../releaseError.ts'

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
