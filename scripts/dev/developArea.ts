import path from 'node:path'
import { ReleaseAddPreview, ReleaseRevokePreview } from '@windlass/shared-kit/contract/releasePreview'
import { makeConfig } from '@windlass/shared-kit/federation'
import type { AreaRelease } from '@windlass/shared-kit/remote'
import { ROOT, remoteIds } from '../build/workspace.ts'
import type { ConsoleClient } from '../release/consoleClient.ts'
import { devConfig } from './devConfig.ts'
import { portOf, type Running } from './developConsole.ts'
import { requireFreePort, startDevServer } from './devServer.ts'
import { areaBase, SOURCE_BASE, sourceRelease } from './sourceRelease.ts'

/** A working day; Ctrl+C ends a preview before. */
const PREVIEW_SECONDS = 12 * 3_600

/**
 * Serves one area from source into a running console: its registry names this machine for one user, everything else, also
 * the page's security policy, comes from there. A change loads the page again, because the console's React is a built one.
 * @returns the link to open, once and as the owner of the API key
 */
export async function developArea(id: string, client: ConsoleClient, port = portOf(id)): Promise<Running> {
  if (!remoteIds().includes(id)) throw new Error(`there is no remote-${id}: choose one of ${remoteIds().join(', ')}`)
  await requireFreePort(id, port)
  // A loopback address, which browsers take as safe also inside a page that came over TLS.
  const origin = `http://localhost:${port}`
  const release = await sourceRelease(id, `${origin}/${SOURCE_BASE}`)
  // Before the first build, which takes long enough to be annoying when the key may not do this.
  const preview = await client.call(ReleaseAddPreview, {
    remote: id,
    release: JSON.stringify(release),
    seconds: PREVIEW_SECONDS,
  })
  const revoke = () => client.call(ReleaseRevokePreview, { id: preview.id })
  try {
    const config = makeConfig({ dir: path.join(ROOT, `remote-${id}`), remote: id })
    const server = await startDevServer({
      name: `remote-${id}`,
      port,
      isHot: false,
      pageOrigin: new URL(client.url).origin,
      onBuilt: () => void sayWhenOutdated(release),
      config: devConfig(config, `${origin}/${areaBase(id)}`, 'reload'),
    })
    const stop = async () => {
      await server.stop()
      await revoke()
    }
    return { url: new URL(preview.path.replace(/^\//, ''), client.url).href, stop }
  } catch (error) {
    await revoke()
    throw error
  }
}

/** The menu of a preview is what was described when it began; files are always the newest. */
async function sayWhenOutdated(described: AreaRelease): Promise<void> {
  const { id, base } = described
  try {
    const isSame = JSON.stringify(await sourceRelease(id, base)) === JSON.stringify(described)
    if (!isSame) console.log(`dev: routes or titles of remote-${id} changed: start again for a link that shows them`)
  } catch (error) {
    console.log(`dev: src/remote.ts cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}
