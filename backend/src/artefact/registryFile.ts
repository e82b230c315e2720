import { hash, timingSafeEqual } from 'node:crypto'
import { AREA_ID, AreaRegistry } from '@windlass/shared-kit/contract/area'
import { ArtefactError } from './artefactError.ts'
import { parseJson, requireShape } from './parseAs.ts'

const AREA_ID_PATTERN = new RegExp(AREA_ID)

/** SHA-256 of the JSON of something without its `seal`, keys in the order written. */
export function sealOf(value: object): string {
  const unsealed = { ...value, seal: undefined }
  return hash('sha256', JSON.stringify(unsealed))
}

/** Whether a file still holds what was written: its seal fits the rest. */
export function isSealed(value: object): boolean {
  if (!('seal' in value) || typeof value.seal !== 'string') return false
  const expected = Buffer.from(sealOf(value))
  const found = Buffer.from(value.seal)
  return expected.length === found.length && timingSafeEqual(expected, found)
}

/** The registry as it is written to a file, with the seal that shows an edit by hand. */
export function sealRegistry(registry: AreaRegistry): AreaRegistry {
  const { seal: _old, ...rest } = registry
  return { ...rest, seal: sealOf(rest) }
}

/** Reads a registry from a file, or says why it must not be used. */
export function parseRegistry(text: string): AreaRegistry {
  const value = parseJson(text, 'registry.json', 'registry')
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ArtefactError('registry', NO_REGISTRY)
  // Before the schema: whatever an edit broke, that it was edited is what people need to know.
  if (!isSealed(value)) throw new ArtefactError('registry', 'seal' in value ? EDITED : UNSEALED)
  const registry = requireShape(AreaRegistry, value, 'registry.json', 'registry')
  for (const [id, release] of [...Object.entries(registry.remotes), ...Object.entries(registry.previous ?? {})]) {
    if (!AREA_ID_PATTERN.test(id))
      throw new ArtefactError('registry', `registry.json names an area "${id.slice(0, 40)}"`)
    if (release.id !== id)
      throw new ArtefactError('registry', `registry.json lists the release of "${release.id}" as area "${id}"`)
  }
  return registry
}

const NO_REGISTRY = 'registry.json holds no registry: run `pnpm build`, or `pnpm release rebuild` for a folder target'
const EDITED =
  'registry.json was changed by hand: its seal does not fit. Write it again with `pnpm build`, or with ' +
  '`pnpm release rebuild` for a folder target'
const UNSEALED =
  'registry.json has no seal, so nobody can tell whether it is whole. Write it again with `pnpm build`, or with ' +
  '`pnpm release rebuild` for a folder target'
