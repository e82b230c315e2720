import { AREA_ID, type AreaRegistry, type AreaRelease } from '@windlass/shared-kit/contract/area'
import { REGISTRY_PATH } from '@windlass/shared-kit/contract/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { previousVersion } from '../../artefact/previousOf.ts'
import type { Platform } from '../../platform/platform.ts'
import { type Areas, areasOf, builtInOf, channelOf, findVersion, unfitReason } from './areas.ts'
import type { Answer } from './registryAnswers.ts'
import type { ReleaseDamage } from './releaseDamage.ts'
import type { ReleaseParts } from './releaseParts.ts'

const AREA = new RegExp(AREA_ID)
/** A file of an area: a version or `files`, and a name without any path. */
const FOLDER = /^[0-9A-Za-z][0-9A-Za-z.-]*$/
const NAME = /^[0-9A-Za-z_][0-9A-Za-z._-]*$/
const YEAR_SECONDS = 31_536_000

const notThere = (reply: FastifyReply) =>
  reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('There is no such file.\n')

/** Versions that were out, newest standing first by number; taken back ones are left out. */
function releasedBefore(areas: Areas, remote: string): string[] {
  const { stable, stableHistory } = channelOf(areas, remote)
  const all = [stable, ...stableHistory, ''].map((version) => version || builtInOf(areas, remote))
  return [...new Set(all)].filter(
    (version) =>
      version !== '' &&
      !areas.state.withdrawn.includes(`${remote}@${version}`) &&
      findVersion(areas, remote, version) !== undefined &&
      unfitReason(areas, remote, version) === '',
  )
}

/** What may stand in for a version that fails: released, lower, of the same major, and whole. */
async function previousOf(areas: Areas, remote: string, version: string, damage: ReleaseDamage) {
  let candidates = releasedBefore(areas, remote)
  for (;;) {
    const previous = previousVersion(version, candidates)
    if (previous === undefined) return undefined
    if ((await damage.inspect(remote, previous)) === '') return findVersion(areas, remote, previous)?.release
    candidates = candidates.filter((candidate) => candidate !== previous)
  }
}

/** A version that did not load somewhere. */
interface Suspect {
  remote: string
  version: string
}

/** `?failed=deploy@1.1.0`, or `?failed=deploy` for the version that whoever asks gets; undefined when nobody says. */
function suspectOf(request: FastifyRequest, { remotes }: AreaRegistry): Suspect | undefined {
  const { failed } = request.query as { failed?: unknown }
  const [remote = '', version = ''] = typeof failed === 'string' ? failed.split('@') : []
  return AREA.test(remote) ? { remote, version: version || (remotes[remote]?.version ?? '') } : undefined
}

/** The registry as JSON, for a page that something failed in and for consoles elsewhere; never kept by anybody. */
export function registryRoute(
  { platform, state, folder }: Pick<ReleaseParts, 'platform' | 'state' | 'folder'>,
  damage: ReleaseDamage,
  answerFor: (request: FastifyRequest) => Promise<Answer>,
): void {
  const previousFor = async ({ remote, version }: Suspect): Promise<Record<string, AreaRelease>> => {
    await damage.inspect(remote, version)
    const areas = areasOf(await state.current(), folder)
    const previous = findVersion(areas, remote, version) && (await previousOf(areas, remote, version, damage))
    return previous ? { [remote]: previous } : {}
  }

  platform.app.get(REGISTRY_PATH, async (request, reply) => {
    const { areas, content } = await answerFor(request)
    const { withdrawn } = areas.state
    const suspect = suspectOf(request, content.registry)
    const registry: AreaRegistry = {
      ...content.registry,
      ...(suspect && { previous: await previousFor(suspect) }),
      ...(withdrawn.length > 0 && { withdrawn }),
    }
    return reply
      .header('cache-control', 'no-store')
      .header('vary', 'accept-encoding, cookie')
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(registry)
  })
}

/** The files of all areas, published ones first; they never change under their names and are kept for a year. */
export function remoteFileRoute({ platform, state, folder, files }: Omit<ReleaseParts, 'figures'>): void {
  const { app, log }: Pick<Platform, 'app' | 'log'> = platform
  app.get('/remotes/*', async (request, reply) => {
    const { '*': place } = request.params as { '*': string }
    const [remote = '', version = '', name = '', ...more] = place.split('/')
    if (!AREA.test(remote) || !FOLDER.test(version) || !NAME.test(name) || more.length > 0) return notThere(reply)
    const areas = areasOf(await state.current(), folder)
    const found = await files.locate(areas, remote, version, name).catch((error: unknown) => {
      log.error({ err: error, remote, version, name }, 'cannot unpack a version')
      return undefined
    })
    if (found === undefined) return notThere(reply)
    reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin')
    return reply.sendFile(`${version}/${name}`, found, { maxAge: YEAR_SECONDS * 1000, immutable: true })
  })
}
