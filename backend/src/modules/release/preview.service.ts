import { randomBytes } from 'node:crypto'
import type { InputOf, OutputOf } from '@windlass/shared-kit/contract'
import type { AreaRelease } from '@windlass/shared-kit/contract/area'
import { PREVIEW_PATH } from '@windlass/shared-kit/contract/limits'
import type { ReleaseAddPreview } from '@windlass/shared-kit/contract/releasePreview'
import { checkRoutes } from '../../artefact/checkRoutes.ts'
import type { Caller } from '../../platform/caller.ts'
import { denied, failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { lookupHash } from '../../platform/secrets.ts'
import type { Identity } from '../../platform/sessions.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'
import { readDeveloperRelease } from './developerRelease.ts'
import { createPreviewStore, type PreviewRow } from './preview.store.ts'
import { readToken, timeProblem, writeToken } from './previewToken.ts'
import type { Previewed } from './registryOf.ts'
import { type Actor, createRemoteEventStore, type ReleaseEventKind } from './remoteEvent.store.ts'

const SECRET_BYTES = 32
const KEPT_MS = 30 * 86_400_000

/** What previews need to know about releases. */
export interface PreviewedReleases {
  /**
   * Sees to it that the files of a version can be served, on every node.
   * @throws AppError when it is not kept, not vouched for, or does not fit this console
   */
  prepare(remote: string, version: string): Promise<void>
  /** The release of a version; undefined when it is not kept any more. */
  releaseOf(remote: string, version: string): Promise<AreaRelease | undefined>
  /** Routes of the other areas, which a candidate must not claim. */
  routesBeside(remote: string): Promise<readonly { remote: string; path: string }[]>
}

/** Why a link does not open. */
export type PreviewRefusal =
  /** Nobody is signed in with this browser. */
  | 'signIn'
  /** No link of this console. */
  | 'unknown'
  | 'early'
  | 'expired'
  /** It was left or revoked. */
  | 'ended'
  /** It was made for somebody else. */
  | 'foreign'
  /** Another browser (or an earlier sign-in) has it. */
  | 'taken'

/** What came of opening a link. */
export type Opening = { refusal: PreviewRefusal } | { refusal?: undefined; expireTime: number }

/** Candidates that one browser sees before everybody else. */
export interface PreviewService {
  add(caller: Caller, input: InputOf<typeof ReleaseAddPreview>): Promise<OutputOf<typeof ReleaseAddPreview>>
  /** Opens a link for whoever is signed in; the first browser of its user keeps it. Every try is on record. */
  open(token: string, who: Identity | undefined): Promise<Opening>
  /** What a browser with this token sees now; undefined for a token that is not his or not good any more. */
  find(token: string, who: () => Promise<Identity | undefined>): Promise<Previewed | undefined>
  /** Back to what everybody gets; the link is used up. */
  leave(caller: Caller, token: string): Promise<void>
  revoke(caller: Caller, id: number): Promise<void>
  /** Forgets links that ended long ago. */
  forget(): Promise<void>
}

const REFUSED: Readonly<Record<PreviewRefusal, string>> = {
  signIn: 'nobody was signed in',
  unknown: 'there is no such link',
  early: 'the clock of this node is behind the one that made it',
  expired: 'it has expired',
  ended: 'it was left or revoked',
  foreign: 'it was made for somebody else',
  taken: 'another browser had opened it already',
}

/** Why somebody may not have a preview, as far as its row tells; undefined when he may. */
function rowProblem(row: PreviewRow | undefined, secret: string, who: Identity): PreviewRefusal | undefined {
  if (!row || row.secretHash !== lookupHash(secret)) return 'unknown'
  if (row.userId !== who.userId) return 'foreign'
  if (row.endTime > 0) return 'ended'
  return row.sessionId === '' || row.sessionId === who.sessionId ? undefined : 'taken'
}

const isBrowser = (who: Identity | undefined): who is Identity => who !== undefined && who.sessionId !== ''

function adding(platform: Platform, releases: PreviewedReleases): PreviewService['add'] {
  const { db, secrets } = platform
  const store = createPreviewStore(db)

  const requireUser = async (userId: number): Promise<string> => {
    const name = await store.userName(userId)
    if (name === undefined) throw failed('this user does not exist or is disabled; choose another one')
    return name
  }

  /** A developer's machine runs code nobody has signed: it may only ever hurt the developer himself. */
  const developersOwn = async (caller: Caller, userId: number, remote: string, json: string) => {
    if (userId !== caller.userId) throw denied('only you yourself can be shown what your machine serves')
    const { release, origin } = await readDeveloperRelease(json, remote)
    const [problem] = checkRoutes(release, await releases.routesBeside(remote))
    if (problem !== undefined) throw failed(problem)
    return { version: release.version, origin, release: JSON.stringify(release) }
  }

  return async (caller, { remote, version = '', release = '', userId: givenUserId = 0, seconds }) => {
    if ((version === '') === (release === '')) throw failed('give either a published version or a release')
    const userId = givenUserId === 0 ? caller.userId : givenUserId
    const userName = await requireUser(userId)
    if (version !== '') await releases.prepare(remote, version)
    const what =
      version === '' ? await developersOwn(caller, userId, remote, release) : { version, origin: '', release: '' }
    const secret = randomBytes(SECRET_BYTES).toString('base64url')
    const insertTime = Date.now()
    const expireTime = insertTime + seconds * 1000
    const times = { insertTime, expireTime }
    const id = await db.transaction().execute(async (trx) => {
      const owner = { userId, createdBy: caller.name }
      const added = await createPreviewStore(trx).add({
        remote,
        ...what,
        ...owner,
        ...times,
        secretHash: lookupHash(secret),
      })
      const from = what.origin === '' ? '' : `, served by ${what.origin}`
      const detail = `For ${userName} until ${formatTimestamp(expireTime)}${from}.`
      await createRemoteEventStore(trx).add({ remote, version: what.version, kind: 'preview', actor: caller, detail })
      return added
    })
    const token = writeToken(secrets, { id, issueTime: insertTime, expireTime, secret })
    return { id, path: `${PREVIEW_PATH}/${token}`, expireTime: formatTimestamp(expireTime) }
  }
}

function opening({ db, secrets, trail }: Platform): PreviewService['open'] {
  const store = createPreviewStore(db)

  const record = async (who: Identity, row: PreviewRow | undefined, refusal: PreviewRefusal | undefined) => {
    const requestTime = Date.now()
    const request = row ? { id: row.id, remote: row.remote, version: row.version } : {}
    await trail.deed({
      ...{ userId: who.userId, namespaceId: 0, api: PREVIEW_PATH, requestTime, request, answer: null },
      ...(refusal !== undefined && { refusal: REFUSED[refusal] }),
    })
    if (!row) return
    const detail = refusal === undefined ? 'Opened in a browser.' : `Refused: ${REFUSED[refusal]}.`
    const { remote, version } = row
    await createRemoteEventStore(db).add({ remote, version, kind: 'openPreview', actor: who, detail })
  }

  const look = async (text: string, who: Identity) => {
    const token = readToken(secrets, text)
    if (!token) return { row: undefined, refusal: 'unknown' as const }
    const row = await store.find(token.id)
    const refusal = timeProblem(token, Date.now()) ?? rowProblem(row, token.secret, who)
    if (refusal !== undefined) return { row, refusal }
    await store.bind(token.id, who.sessionId)
    // Read again, because another browser may have been quicker.
    return { row, refusal: rowProblem(await store.find(token.id), token.secret, who) }
  }

  return async (text, who) => {
    if (!isBrowser(who)) return { refusal: 'signIn' }
    const { row, refusal } = await look(text, who)
    await record(who, row, refusal)
    return row && refusal === undefined ? { expireTime: row.expireTime } : { refusal: refusal ?? 'unknown' }
  }
}

function finding({ db, secrets }: Platform, releases: PreviewedReleases): PreviewService['find'] {
  const store = createPreviewStore(db)
  return async (text, ask) => {
    const token = readToken(secrets, text)
    if (!token || timeProblem(token, Date.now()) !== undefined) return undefined
    const who = await ask()
    if (!isBrowser(who)) return undefined
    const row = await store.find(token.id)
    // A link that nobody opened yet is no cookie: only opening it puts it on record.
    if (!row || row.sessionId === '' || rowProblem(row, token.secret, who) !== undefined) return undefined
    const { remote, version, origin, expireTime } = row
    const own = row.release === '' ? undefined : (JSON.parse(row.release) as AreaRelease)
    const release = own ?? (await releases.releaseOf(remote, version))
    return release && { preview: { area: remote, version, origin, expireTime }, release }
  }
}

/** Creates the rules about previews. */
export function createPreviewService(platform: Platform, releases: PreviewedReleases): PreviewService {
  const { db, secrets } = platform
  const store = createPreviewStore(db)

  const end = (row: PreviewRow, actor: Actor, detail: string): Promise<void> =>
    db.transaction().execute(async (trx) => {
      if (!(await createPreviewStore(trx).end(row.id))) return
      const { remote, version } = row
      const kind: ReleaseEventKind = 'leavePreview'
      await createRemoteEventStore(trx).add({ remote, version, kind, actor, detail })
    })

  return {
    add: adding(platform, releases),
    open: opening(platform),
    find: finding(platform, releases),

    leave: async (caller, text) => {
      const token = readToken(secrets, text)
      const row = token && (await store.find(token.id))
      if (!row || row.secretHash !== lookupHash(token.secret) || row.userId !== caller.userId) return
      await end(row, caller, 'Left; the link is used up.')
    },

    revoke: async (caller, id) => {
      const row = await store.find(id)
      if (!row) throw failed('there is no such preview; load the list again')
      await end(row, caller, `Revoked the link of ${(await store.userName(row.userId)) ?? 'somebody who is gone'}.`)
    },

    forget: () => store.forget(Date.now() - KEPT_MS),
  }
}
