import type { AreaRegistry, HostFacts } from '@windlass/shared-kit/contract/area'
import type { ReleaseKey } from '@windlass/shared-kit/contract/releaseKey'
import type { Channel } from './channel.ts'

/** A console as plain files, as any web server or object store serves them. */
export interface ReleaseFolder {
  dir: string
  host: HostFacts
  registry: AreaRegistry
  /** By area. */
  channels: Readonly<Record<string, Channel>>
  /** The version of each area that came with the console. */
  builtIn: Readonly<Record<string, string>>
  keys: readonly ReleaseKey[]
}
