import path from 'node:path'
import { execa } from 'execa'
import { ROOT } from './workspace.ts'

const BUILD = path.join(ROOT, 'scripts/testing/buildVariants.ts')
const KIT = '@windlass/shared-kit'

/** A build of the host that offers areas one version of the kit. */
export interface HostVariant {
  outDir: string
  kit: string
}

/** A build of an area for one version of the kit. */
export interface AreaVariant extends HostVariant {
  id: string
  version: string
  /** Folder of its sources, when they are not those of this workspace. */
  dir?: string
}

const versions = (kit: string) => ({ [KIT]: kit })

/** Builds all of them, as their own version of the kit would have it. */
export async function buildVariants(hosts: readonly HostVariant[], areas: readonly AreaVariant[]): Promise<void> {
  const order = {
    hosts: hosts.map(({ outDir, kit }) => ({ outDir, versions: versions(kit) })),
    areas: areas.map(({ id, version, outDir, dir, kit }) => ({ id, version, outDir, dir, versions: versions(kit) })),
  }
  await execa(process.execPath, [BUILD], { input: JSON.stringify(order) })
}
