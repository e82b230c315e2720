import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { AreaRegistry } from '@windlass/shared-kit/contract/area'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fillPage, type PageTemplate } from '../artefact/consolePage.ts'

/** The registry of areas as it goes into the page. */
export interface PageRegistry {
  registry: AreaRegistry
  /** Other origins that areas come from, by the directives of the policy they need. */
  origins: Readonly<Record<'script-src' | 'style-src' | 'font-src' | 'img-src' | 'connect-src', readonly string[]>>
}

/** Which registry somebody gets. */
export interface PageAnswer {
  /** The same object as long as the answer is the same, so that the page is put together once. */
  content: PageRegistry
  /** Whether it was made for whoever asks, so that nobody else may keep it. */
  isPersonal: boolean
}

/** Answers the registry of whoever asks for the page; known by the module of releases. */
export type RegistryFor = (request: FastifyRequest) => Promise<PageAnswer>

/** The guides are plain pages without scripts. */
const DOCS_POLICY = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'"

const NOT_BUILT = 'The console is not built yet. Run `npm start`, which builds it, or `pnpm build`.\n'

/** The page as it is sent: put together and compressed once per build and registry, not once per visit. */
interface ReadyPage extends PageTemplate {
  etag: string
  encoded: Readonly<Record<'br' | 'gzip', Buffer>>
}

/** Lets the page load from these origins, each by the directives that were named for it. */
function widenPolicy(policy: string, origins: PageRegistry['origins']): string {
  const directives = policy.split('; ').map((directive) => {
    const name = directive.split(' ')[0] ?? ''
    const added = name in origins ? origins[name as keyof typeof origins] : []
    return [directive, ...added].join(' ')
  })
  return directives.join('; ')
}

function assemble(page: PageTemplate, { registry, origins }: PageRegistry): ReadyPage {
  const html = fillPage(page, registry)
  const contentSecurityPolicy = widenPolicy(page.contentSecurityPolicy, origins)
  const etag = `"${createHash('sha256').update(contentSecurityPolicy).update(html).digest('base64url').slice(0, 22)}"`
  return { html, contentSecurityPolicy, etag, encoded: { br: brotliCompressSync(html), gzip: gzipSync(html) } }
}

/** Reads the page again whenever a new build has changed it; one that cannot be read leaves the one before in use. */
function pageReader(app: FastifyInstance, folder: string): () => { version: string; page: PageTemplate } | undefined {
  const file = path.join(folder, 'page.json')
  let seen = ''
  let good: { version: string; page: PageTemplate } | undefined
  return () => {
    const version = existsSync(file) ? String(statSync(file).mtimeMs) : ''
    if (version === seen) return good
    seen = version
    try {
      good = { version, page: JSON.parse(readFileSync(file, 'utf8')) as PageTemplate }
    } catch (error) {
      app.log.error({ err: error, file }, 'the page of the console cannot be read; build it again')
    }
    return good
  }
}

/** Whether the visitor's copy is still the right one; a proxy that compresses by itself weakens what we sent. */
const isFresh = (given: string | undefined, etag: string): boolean =>
  (given ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === etag)

function sendPage(request: FastifyRequest, reply: FastifyReply, page: ReadyPage, isPersonal: boolean) {
  reply
    .header('etag', page.etag)
    .header('cache-control', isPersonal ? 'private, no-cache' : 'no-cache')
    .header('vary', 'accept-encoding, cookie')
    .header('content-security-policy', page.contentSecurityPolicy)
    .header('referrer-policy', 'same-origin')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('permissions-policy', 'camera=(), microphone=(), geolocation=()')
  if (isFresh(request.headers['if-none-match'], page.etag)) return reply.code(304).send()
  reply.type('text/html; charset=utf-8')
  const accepted = request.headers['accept-encoding'] ?? ''
  const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name))
  return encoding ? reply.header('content-encoding', encoding).send(page.encoded[encoding]) : reply.send(page.html)
}

/**
 * Serves the built console: the page itself, always checked for a newer one, and its hashed assets,
 * which never change under their names and are kept by the browser for a year.
 */
export async function consoleRoutes(app: FastifyInstance, folder: string, registryFor: RegistryFor): Promise<void> {
  const readPage = pageReader(app, folder)
  const ready = new WeakMap<PageRegistry, { version: string; page: ReadyPage }>()

  app.get('/', async (request, reply) => {
    const found = readPage()
    if (!found) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT)
    const { content, isPersonal } = await registryFor(request)
    const known = ready.get(content)
    if (known?.version === found.version) return sendPage(request, reply, known.page, isPersonal)
    const page = assemble(found.page, content)
    ready.set(content, { version: found.version, page })
    return sendPage(request, reply, page, isPersonal)
  })

  const immutable = { preCompressed: true, maxAge: '1y', immutable: true, index: false as const }
  // Gives replies their `sendFile`, which whoever serves files from elsewhere uses too.
  await app.register(fastifyStatic, { serve: false, root: folder, ...immutable, suppressWarning: true })
  if (!existsSync(folder)) return
  await app.register(fastifyStatic, {
    root: path.join(folder, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    ...immutable,
  })
  await app.register(fastifyStatic, {
    root: path.join(folder, 'docs'),
    prefix: '/docs/',
    decorateReply: false,
    maxAge: '5m',
    setHeaders: (reply) => reply.header('content-security-policy', DOCS_POLICY),
  })
  app.get('/favicon.svg', (_request, reply) => reply.sendFile('favicon.svg', folder, { maxAge: '1d' }))
}
