import { NAMESPACE_COOKIE } from '@windlass/shared-kit/contract/limits'
import type { FastifyRequest } from 'fastify'
import { NOBODY, type Viewer } from '../../artefact/chooseVersion.ts'
import { remoteOrigins } from '../../env.ts'
import { cached } from '../../platform/cached.ts'
import type { PageAnswer, PageRegistry } from '../../platform/console.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Identity } from '../../platform/sessions.ts'
import { type Areas, areasOf, findVersion, hasCanary } from './areas.ts'
import { createAudienceStore } from './audience.store.ts'
import type { ConsoleFolder } from './consoleFolder.ts'
import { type Decision, decide, type Previewed, registryOf } from './registryOf.ts'
import type { ReleaseStateCache } from './releaseState.ts'
import type { ReleaseUse } from './releaseUse.ts'

/** More than the combinations of canaries that run at once; what is beyond is put together again. */
const KEPT_ANSWERS = 64

/** Finds the candidate that this browser previews, if any; `who` asks for the session only when that is needed. */
export type PreviewOf = (
  request: FastifyRequest,
  who: () => Promise<Identity | undefined>,
) => Promise<Previewed | undefined>

/** What one visitor gets. */
export interface Answer extends PageAnswer {
  areas: Areas
  decision: Decision
}

interface Parts {
  platform: Pick<Platform, 'db' | 'env' | 'access' | 'log'>
  use: ReleaseUse
  state: ReleaseStateCache
  folder: ConsoleFolder
  previewOf: PreviewOf
}

const SOCKET_SCHEMES: Readonly<Record<string, string>> = { 'http:': 'ws:', 'https:': 'wss:' }

const socketOrigin = (origin: string): string => {
  const { protocol, host } = new URL(origin)
  return `${SOCKET_SCHEMES[protocol] ?? protocol}//${host}`
}

/**
 * Origins that the page may load areas from. All that the settings allow, because a page that is open already may turn
 * to another version: after a sign-in, or when one fails.
 */
function originsOf(allowed: readonly string[], previewed: Previewed | undefined): PageRegistry['origins'] {
  const candidate = previewed?.preview.origin ?? ''
  const all = candidate === '' ? allowed : [...new Set([...allowed, candidate])]
  // A developer's machine also tells the page of every change, over a websocket.
  const sockets = candidate === '' ? [] : [socketOrigin(candidate)]
  return { 'script-src': all, 'style-src': all, 'font-src': all, 'img-src': all, 'connect-src': [...all, ...sockets] }
}

const hintedNamespace = (request: FastifyRequest): number => {
  const hint = request.cookies[NAMESPACE_COOKIE] ?? ''
  return /^\d{1,9}$/.test(hint) ? Number(hint) : 0
}

/** Which namespace somebody works in: what his browser says if he is a member, else the last of his own. */
async function namespaceOf(request: FastifyRequest, identity: Identity, { db }: Parts['platform']): Promise<number> {
  const hinted = hintedNamespace(request)
  if (identity.isSuperManager && hinted > 0) return hinted
  const own = await createAudienceStore(db).namespacesOf(identity.userId)
  return own.includes(hinted) ? hinted : (own.at(-1) ?? 0)
}

/** Puts registries together and keeps them: equal decisions get the same object, so that the page is kept as well. */
function contentKeeper(allowed: readonly string[]): (areas: Areas, decision: Decision) => PageRegistry {
  let basis: Areas['builtIn'] | undefined
  let latest: Areas
  let contentOf: (key: string) => PageRegistry
  return (areas, decision) => {
    latest = areas
    // What was published never changes under its number; only what came with the console does.
    if (basis !== areas.builtIn) {
      basis = areas.builtIn
      contentOf = cached(KEPT_ANSWERS, (key) => {
        const wanted = JSON.parse(key) as Decision
        return { registry: registryOf(latest, wanted), origins: originsOf(allowed, wanted.previewed) }
      })
    }
    return contentOf(JSON.stringify(decision))
  }
}

/** Answers which registry a request gets. */
export function createRegistryAnswers({ platform, state, folder, use, previewOf }: Parts) {
  const { access, env, log } = platform
  const contentFor = contentKeeper(remoteOrigins(env))

  const viewerOf = async (
    request: FastifyRequest,
    areas: Areas,
    who: () => Promise<Identity | undefined>,
  ): Promise<Viewer> => {
    // Who looks matters only while somebody gets something else than others.
    if (!hasCanary(areas)) return NOBODY
    const identity = await who()
    if (!identity) return NOBODY
    const isByNamespace = [...areas.state.channels.values()].some(({ canary }) => canary?.audience.namespaceIds.length)
    return {
      userId: identity.userId,
      namespaceId: isByNamespace ? await namespaceOf(request, identity, platform) : 0,
    }
  }

  return async (request: FastifyRequest): Promise<Answer> => {
    const areas = areasOf(await state.current(), folder)
    let asked: Promise<Identity | undefined> | undefined
    const who = () => {
      asked ??= access.recognise(request)
      return asked
    }
    const decision = await Promise.all([viewerOf(request, areas, who), previewOf(request, who)]).then(
      ([viewer, previewed]) => decide(areas, viewer, previewed),
      (error: unknown) => {
        // The page has to open while the database is away: everybody gets what is stable.
        log.error({ err: error }, 'cannot tell whose page this is')
        return decide(areas, NOBODY)
      },
    )
    for (const [remote, version] of Object.entries(decision.versions)) {
      const published = findVersion(areas, remote, version)?.published
      if (published) use.mark(published.id)
    }
    // Also while everybody gets the same: a proxy must not learn that from one hour to the next.
    const isPersonal = request.cookies[env.COOKIE_NAME] !== undefined
    return { areas, decision, content: contentFor(areas, decision), isPersonal }
  }
}
