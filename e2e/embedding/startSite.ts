import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Somebody's site, on an origin of its own. */
export interface Site {
  url: string
  /** Shows this page from now on, with this policy. */
  show(html: string, policy?: string): void
  /** Shows a folder from now on, as a build leaves it. */
  showFolder(dir: string): void
  close(): void
}

/** Starts a site on a free port of the loopback. */
export async function startSite(): Promise<Site> {
  let read: (name: string) => Buffer | string | undefined = () => undefined
  let policy: string | undefined
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site')
    const name = pathname === '/' ? 'index.html' : pathname.slice(1)
    const content = read(name)
    const type = TYPES[path.extname(name)] ?? 'application/octet-stream'
    response.writeHead(content === undefined ? 404 : 200, {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'no-store',
      ...(policy !== undefined && { 'content-security-policy': policy }),
    })
    response.end(content)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    show: (html, next) => {
      policy = next
      // Browsers ask for it by themselves.
      read = (name) => (name === 'index.html' ? html : name === 'favicon.ico' ? '' : undefined)
    },
    showFolder: (dir) => {
      policy = undefined
      read = (name) => {
        const file = path.join(dir, path.normalize(`/${name}`))
        return existsSync(file) ? readFileSync(file) : name === 'favicon.ico' ? '' : undefined
      }
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
