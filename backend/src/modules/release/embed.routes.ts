import { AREA_ID } from '@windlass/shared-kit/contract/area'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { NOBODY } from '../../artefact/chooseVersion.ts'
import { EMBED_PREFIX } from '../../artefact/fileNames.ts'
import { type Areas, areasOf, builtInOf, channelOf, findVersion } from './areas.ts'
import { isElsewhere } from './consoleFolder.ts'
import { decide } from './registryOf.ts'
import type { ReleaseParts } from './releaseParts.ts'

const AREA = new RegExp(AREA_ID)
/** Named by its content, like `embed.tool-json.0123456789.js`. */
const CHUNK = new RegExp(`^${EMBED_PREFIX.replace('.', '\\.')}[\\w-]+\\.[0-9a-f]{10}\\.js$`)
const YEAR_MS = 31_536_000_000

/** What people write into their pages, and the file of the version behind it. */
function fileFor(remote: string, name: string): string | undefined {
  if (name === `${remote}.mjs`) return `${EMBED_PREFIX}mjs`
  if (name === 'remoteEntry.js') return `${EMBED_PREFIX}remoteEntry.js`
  return CHUNK.test(name) ? name : undefined
}

const refuse = (reply: FastifyReply, code: 404 | 410, sentence: string) =>
  reply.code(code).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(`${sentence}\n`)

/** Versions to look for a chunk in: a page that is open may still ask for those of the version before. */
const versionsWithChunks = (areas: Areas, remote: string, stable: string): string[] => [
  ...new Set([
    stable,
    ...channelOf(areas, remote).stableHistory,
    ...(areas.state.published.get(remote)?.keys() ?? []),
    builtInOf(areas, remote),
  ]),
]

/**
 * Areas for pages elsewhere, under addresses that stay: each answers with the version that everybody gets. Open to everybody
 * like the files of areas, for pages of any origin.
 */
export function embedRoute({ platform, state, folder, files }: Omit<ReleaseParts, 'figures'>): void {
  const { app, log } = platform

  const locate = async (areas: Areas, remote: string, versions: readonly string[], file: string) => {
    for (const version of versions.filter((name) => name !== '')) {
      const holder = await files.locate(areas, remote, version, file).catch((error: unknown) => {
        log.error({ err: error, remote, version, file }, 'cannot unpack a version')
        return undefined
      })
      if (holder !== undefined) return { holder, path: `${version}/${file}` }
    }
    return undefined
  }

  app.get('/embed/:remote/:name', async (request: FastifyRequest, reply) => {
    const { remote, name } = request.params as { remote: string; name: string }
    reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin')
    const file = AREA.test(remote) ? fileFor(remote, name) : undefined
    if (file === undefined) return refuse(reply, 404, `There is no /embed/${remote}/${name}.`)
    const areas = areasOf(await state.current(), folder)
    const { versions, off } = decide(areas, NOBODY)
    const version = versions[remote] ?? ''
    const reason = off[remote]
    if (reason) return refuse(reply, 410, `The area ${remote} is turned off. ${reason.message}`.trim())
    const release = findVersion(areas, remote, version)?.release
    if (release && isElsewhere(release))
      return reply.header('cache-control', 'no-cache').redirect(`${release.base}${version}/${file}`)
    const isChunk = file === name
    const from = isChunk ? versionsWithChunks(areas, remote, version) : [version]
    const found = await locate(areas, remote, from, file)
    if (!found) return refuse(reply, 404, `The area ${remote} has no ${name} for pages elsewhere.`)
    if (isChunk) return reply.sendFile(found.path, found.holder, { maxAge: YEAR_MS, immutable: true })
    reply.header('cache-control', 'no-cache')
    return reply.sendFile(found.path, found.holder, { cacheControl: false })
  })
}
