import { loadRemote } from '@module-federation/enhanced/runtime'
import type { RemoteDefinition } from '@windlass/shared-kit/remote'

/** Loads an area's declaration from its own build. */
export async function loadContainer(id: string): Promise<{ default: RemoteDefinition } | null> {
  return loadRemote<{ default: RemoteDefinition }>(`windlass_${id}/remote`)
}
