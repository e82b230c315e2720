import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:net'
import { type Configuration, rspack } from '@rspack/core'
import { RspackDevServer } from '@rspack/dev-server'
import type { answerPage } from './answerPage.ts'

type DevServerOptions = ConstructorParameters<typeof RspackDevServer>[0]

export const HOST = '127.0.0.1'

/** Where a dev server tells the page about changes; `/ws` belongs to the console. */
const NEWS_PATH = '/from-source/news'

/** A started dev server. */
export interface DevServer {
  url: string
  stop(): Promise<void>
}

interface Options {
  name: string
  config: Configuration
  port: number
  /** Replace components, or load the page again. */
  isHot: boolean
  /** Origin of the page, when that is not this server: it alone may read the files, and is told of changes. */
  pageOrigin?: string
  /** Called after every build without errors. */
  onBuilt?: () => void
  /** Answered before anything else. */
  pages?: ReturnType<typeof answerPage>[]
  proxy?: DevServerOptions['proxy']
}

/** Fails with one line that says what to do when somebody else listens there. */
export async function requireFreePort(name: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'is in use; end the other program' : `cannot be used: ${error.code}`
      reject(new Error(`port ${port} (${name}) ${reason} or change scripts/ports.ts`))
    })
    probe.listen(port, HOST, () => probe.close(() => resolve()))
  })
}

/** Builds into memory, serves that, and watches the sources. Resolves after the first build. */
export async function startDevServer({
  name,
  config,
  port,
  isHot,
  pageOrigin,
  onBuilt,
  pages = [],
  proxy = [],
}: Options): Promise<DevServer> {
  const compiler = rspack(config)
  const built = new Promise<void>((resolve) => {
    compiler.hooks.done.tap('windlass-dev', (stats) => {
      const { errors = [], time } = stats.toJson({ all: false, errors: true, timings: true })
      if (errors.length === 0) {
        console.log(`dev: ${name} ready, ${time} ms`)
        onBuilt?.()
      }
      resolve()
    })
  })
  const server = new RspackDevServer(
    {
      host: HOST,
      port,
      hot: isHot,
      liveReload: !isHot,
      static: false,
      setupExitSignals: false,
      webSocketServer: { type: 'ws', options: { path: NEWS_PATH } },
      client: {
        logging: 'warn',
        webSocketURL: newsAddress(port, pageOrigin),
        overlay: { errors: true, warnings: false, runtimeErrors: false },
      },
      ...(pageOrigin !== undefined && {
        allowedHosts: [new URL(pageOrigin).hostname],
        headers: { 'access-control-allow-origin': pageOrigin, vary: 'origin' },
      }),
      devMiddleware: { stats: 'errors-only' },
      setupMiddlewares: (middlewares) => [...pages, ...middlewares],
      proxy,
    },
    compiler,
  )
  await server.start()
  await built
  return { url: `http://${HOST}:${port}`, stop: () => server.stop() }
}

/** Where the page listens for changes; the page may come from another port than the part, or from another machine. */
function newsAddress(port: number, pageOrigin: string | undefined) {
  // 0.0.0.0 stands for the name the page was opened with.
  if (pageOrigin === undefined) return { hostname: '0.0.0.0', port, pathname: NEWS_PATH }
  return { protocol: 'ws', hostname: 'localhost', port, pathname: NEWS_PATH }
}

/** Hands everything that is not from source to a console, as if the browser had asked it directly. */
export function proxyToConsole(target: string) {
  return {
    target,
    context: (pathname: string) => !pathname.startsWith('/from-source/'),
    ws: true,
    changeOrigin: true,
    // The console compares the origin with its own address.
    headers: { origin: new URL(target).origin },
    cookieDomainRewrite: '',
    on: {
      proxyRes: (answer: IncomingMessage) => {
        const cookies = answer.headers['set-cookie']
        // This page is served without TLS, even if the console is not.
        if (cookies) answer.headers['set-cookie'] = cookies.map((cookie) => cookie.replace(/;\s*Secure/i, ''))
      },
    },
  }
}
