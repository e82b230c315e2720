import type { AreaOff, AreaRegistry, AreaRelease } from '@windlass/shared-kit/contract/area'
import type { Viewer } from '../../artefact/chooseVersion.ts'
import { type Areas, areaIds, channelOf, chooseFor, findVersion, unfitReason } from './areas.ts'

/** A candidate that one browser sees instead of what everybody gets. */
export interface Previewed {
  preview: NonNullable<AreaRegistry['preview']>
  release: AreaRelease
}

/** Which version of which area somebody gets, by names only: equal decisions make equal registries. */
export interface Decision {
  versions: Readonly<Record<string, string>>
  off: Readonly<Record<string, AreaOff>>
  previewed?: Previewed
}

function offReason(areas: Areas, remote: string, choice: { version: string; unfit?: boolean }): AreaOff | undefined {
  const { isDisabled, disabledReason } = channelOf(areas, remote)
  if (isDisabled) return { reason: 'operator', message: disabledReason }
  return choice.unfit ? { reason: 'unfit', message: unfitReason(areas, remote, choice.version) } : undefined
}

/** Decides for one viewer; quick, because every page asks. */
export function decide(areas: Areas, viewer: Viewer, previewed?: Previewed): Decision {
  const versions: Record<string, string> = {}
  const off: Record<string, AreaOff> = {}
  for (const remote of areaIds(areas)) {
    const choice = chooseFor(areas, remote, viewer)
    if (!findVersion(areas, remote, choice.version)) continue
    versions[remote] = choice.version
    const reason = offReason(areas, remote, choice)
    if (reason) off[remote] = reason
  }
  if (!previewed) return { versions, off }
  // Whoever previews an area wants to see it, also one that is off for everybody.
  delete off[previewed.preview.area]
  return { versions, off, previewed }
}

/** The registry that follows from a decision. */
export function registryOf(areas: Areas, { versions, off, previewed }: Decision): AreaRegistry {
  const released = Object.entries(versions).flatMap(([remote, version]): [string, AreaRelease][] => {
    const found = findVersion(areas, remote, version)
    return found ? [[remote, found.release]] : []
  })
  const candidate: [string, AreaRelease][] = previewed ? [[previewed.preview.area, previewed.release]] : []
  return {
    remotes: Object.fromEntries([...released, ...candidate]),
    ...(Object.keys(off).length > 0 && { off }),
    ...(previewed && { preview: previewed.preview }),
  }
}
