import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** What the build leaves beside the assets: the page with its registry inlined, and the policy that fits it. */
interface Page {
  html: string
  contentSecurityPolicy: string
}

/** Where the build wants the registry of areas, which only the server knows for the one who asks. */
const REGISTRY_MARK = '<!--registry-->'

/** The guides are plain pages without scripts. */
const DOCS_POLICY = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'"

const NOT_BUILT = 'The console is not built yet. Run `npm start`, which builds it, or `pnpm build`.\n'

/** JSON inside a script element must not be able to close the element. */
const inlineJson = (json: string) => json.replaceAll('<', '\\u003c')

/** The page as it is sent: put together and compressed once per build or release, not once per visit. */
interface ReadyPage extends Page {
  etag: string
  encoded: Readonly<Record<'br' | 'gzip', Buffer>>
}

const assemble = (folder: string): ReadyPage => {
  const page = JSON.parse(readFileSync(path.join(folder, 'page.json'), 'utf8')) as Page
  const registry = inlineJson(readFileSync(path.join(folder, 'registry.json'), 'utf8'))
  const element = `<script type="application/json" id="registry">${registry}</script>`
  const html = page.html.replace(REGISTRY_MARK, () => element)
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
  return { ...page, html, etag, encoded: { br: brotliCompressSync(html), gzip: gzipSync(html) } }
}

/** Reads the page again whenever a new build or a release has changed it, so that neither needs a restart. */
function pageReader(folder: string): () => ReadyPage | undefined {
  const files = ['page.json', 'registry.json'].map((name) => path.join(folder, name))
  let cached: { version: string; page: ReadyPage } | undefined
  return () => {
    if (!files.every((file) => existsSync(file))) return undefined
    const version = files.map((file) => statSync(file).mtimeMs).join()
    if (cached?.version !== version) cached = { version, page: assemble(folder) }
    return cached.page
  }
}

/**
 * Serves the built console: the page itself, always checked for a newer one, and its hashed assets and remotes,
 * which never change under their names and are kept by the browser for a year.
 */
export async function consoleRoutes(app: FastifyInstance, folder: string): Promise<void> {
  const readPage = pageReader(folder)

  app.get('/', async (request, reply) => {
    const page = readPage()
    if (!page) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT)
    reply
      .header('etag', page.etag)
      .header('cache-control', 'no-cache')
      .header('content-security-policy', page.contentSecurityPolicy)
      .header('referrer-policy', 'same-origin')
      .header('cross-origin-opener-policy', 'same-origin')
      .header('permissions-policy', 'camera=(), microphone=(), geolocation=()')
    if (request.headers['if-none-match'] === page.etag) return reply.code(304).send()
    reply.type('text/html; charset=utf-8').header('vary', 'accept-encoding')
    const accepted = request.headers['accept-encoding'] ?? ''
    const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name))
    return encoding ? reply.header('content-encoding', encoding).send(page.encoded[encoding]) : reply.send(page.html)
  })

  if (!existsSync(folder)) return
  const immutable = { preCompressed: true, maxAge: '1y', immutable: true, index: false as const }
  await app.register(fastifyStatic, { root: path.join(folder, 'assets'), prefix: '/assets/', ...immutable })
  await app.register(fastifyStatic, {
    root: path.join(folder, 'remotes'),
    prefix: '/remotes/',
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
  app.get('/registry.json', (_request, reply) => reply.sendFile('registry.json', folder, { maxAge: 0 }))
  app.get('/favicon.svg', (_request, reply) => reply.sendFile('favicon.svg', folder, { maxAge: '1d' }))
}
