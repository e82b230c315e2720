import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { REGISTRY_MARK } from '@windlass/backend/artefact/consolePage'
import { sealRegistry } from '@windlass/backend/artefact/registryFile'
import { Permission } from '@windlass/shared-kit/contract'
import type { HostFacts } from '@windlass/shared-kit/contract/area'
import { SHARED_NAMES, sharedPackages } from '@windlass/shared-kit/federation'

/** A console's folder as a build leaves it, but with a page of one line and no area: what releasing needs, in no time. */
export function writeEmptyConsole(dir: string): void {
  const host: HostFacts = {
    version: '0.1.0',
    provides: sharedPackages(),
    sharedNames: SHARED_NAMES,
    permissions: Object.values(Permission),
    buildTime: 0,
  }
  const page = {
    html: `<!doctype html><title>Windlass</title>${REGISTRY_MARK}`,
    contentSecurityPolicy: "script-src 'self'",
  }
  mkdirSync(path.join(dir, 'remotes'), { recursive: true })
  const files = { 'host.json': host, 'page.json': page, 'registry.json': sealRegistry({ remotes: {} }) }
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(dir, name), JSON.stringify(content))
  writeFileSync(path.join(dir, 'index.html'), page.html)
}
