import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makePageConfig } from '@windlass/shared-kit/federation'
import { bundle } from '../build/bundle.ts'
import { ROOT } from '../build/workspace.ts'

const PAGE = `<!doctype html>
<meta charset="utf-8" />
<link rel="icon" href="data:," />
<link rel="stylesheet" href="/page.css" />
<script src="/page.js"></script>`
const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' }

/** The toolbox by itself, built as it is released. */
export interface ServedToolbox {
  url: string
  close(): void
}

/** Builds the page of the toolbox and serves it on a free port of the loopback. */
export async function serveToolbox(): Promise<ServedToolbox> {
  const folder = mkdtempSync(path.join(tmpdir(), 'windlass-bench-toolbox-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const config = makePageConfig({ dir: path.join(ROOT, 'remote-toolbox'), outputPath: folder })
    await bundle({ ...config, output: { ...config.output, cssFilename: '[name].css' } })
  } catch (error) {
    remove()
    throw error
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://toolbox')
    const file = path.join(folder, path.normalize(pathname))
    const isPage = pathname === '/'
    const isThere = isPage || existsSync(file)
    response.writeHead(isThere ? 200 : 404, { 'content-type': TYPES[path.extname(file)] ?? 'text/html' })
    response.end(isPage ? PAGE : isThere ? readFileSync(file) : '')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has an address with a port.
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
    remove()
  }
  return { url: `http://127.0.0.1:${port}`, close }
}
