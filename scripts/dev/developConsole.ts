import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { makeConfig } from '@windlass/shared-kit/federation'
import type { AreaRegistry } from '@windlass/shared-kit/remote'
import { PROVIDERS } from '../build/buildHost.ts'
import { ROOT, remoteIds } from '../build/workspace.ts'
import { PORTS } from '../ports.ts'
import { answerPage } from './answerPage.ts'
import { devConfig } from './devConfig.ts'
import { devPage } from './devPage.ts'
import { type DevServer, HOST, proxyToConsole, requireFreePort, startDevServer } from './devServer.ts'
import { areaBase, sourceRelease } from './sourceRelease.ts'

/** The host's scripts in the order they run. */
const ENTRY = ['vendor.js', 'app.js', 'app.css']

/** Something started that ends again. */
export interface Running {
  url: string
  stop(): Promise<void>
}

/** Starts backend and host from source; an area starts when a browser first asks for it, which spares a small machine. */
export async function developConsole(): Promise<Running> {
  const ids = remoteIds()
  for (const [name, port] of Object.entries(PORTS)) await requireFreePort(name, port)
  const backend = startBackend()
  const areas = areasOnDemand()
  const host = await startDevServer({
    name: 'host',
    port: PORTS.host,
    isHot: true,
    config: devConfig(makeConfig({ dir: path.join(ROOT, 'host'), providers: PROVIDERS }), '/assets/', 'refresh'),
    pages: [
      answerPage('/', async () => ({ text: devPage(ENTRY, await registryOf(ids)) })),
      answerPage('/registry.json', async () => ({ text: JSON.stringify(await registryOf(ids)) })),
    ],
    proxy: [
      ...ids.map((id) => ({ context: `/${areaBase(id)}`, target: `http://${HOST}`, router: () => areas.urlOf(id) })),
      proxyToConsole(`http://${HOST}:${PORTS.backend}`),
    ],
  })
  const stop = async () => {
    await Promise.all([host.stop(), areas.stop(), stopBackend(backend)])
  }
  return { url: host.url, stop }
}

async function registryOf(ids: readonly string[]): Promise<AreaRegistry> {
  const releases = await Promise.all(ids.map(async (id) => [id, await sourceRelease(id)] as const))
  return { remotes: Object.fromEntries(releases) }
}

function areasOnDemand() {
  const started = new Map<string, Promise<DevServer>>()
  const start = (id: string) => {
    const known = started.get(id)
    if (known) return known
    const config = makeConfig({ dir: path.join(ROOT, `remote-${id}`), remote: id })
    const server = startDevServer({
      name: `remote-${id}`,
      port: portOf(id),
      isHot: true,
      config: devConfig(config, `/${areaBase(id)}`, 'refresh'),
    })
    started.set(id, server)
    return server
  }
  return {
    urlOf: async (id: string) => (await start(id)).url,
    stop: async () => {
      for (const server of started.values()) await (await server).stop()
    },
  }
}

/** Where an area listens while it is developed. */
export function portOf(id: string): number {
  const port = Object.entries(PORTS).find(([name]) => name === id)?.[1]
  if (port === undefined) throw new Error(`remote-${id} has no port: give it one in scripts/ports.ts`)
  return port
}

function startBackend(): ChildProcess {
  const main = path.join(ROOT, 'backend/src/main.ts')
  return spawn(process.execPath, ['--watch', '--watch-preserve-output', main], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, PORT: String(PORTS.backend), HOST },
  })
}

function stopBackend(backend: ChildProcess): Promise<void> {
  if (backend.exitCode !== null || backend.signalCode !== null) return Promise.resolve()
  const ended = new Promise<void>((resolve) => backend.once('exit', () => resolve()))
  backend.kill()
  return ended
}
