import { Permission } from '@windlass/shared-kit/contract'
import type { ReleaseContents } from '@windlass/shared-kit/contract/area'
import type { ReleaseDiff } from '@windlass/shared-kit/contract/release'
import type { Artefact } from './artefact.ts'
import { SHARED_FOLDER } from './fileNames.ts'
import { heaviestPage, isCompressed, totalBytes } from './weight.ts'

type Side = Pick<Artefact, 'contents' | 'release'>

/** What one version of an area changes against another. */
export function diffReleases(from: Side, to: Side): ReleaseDiff {
  const pageBytes = ({ release, contents }: Side) => heaviestPage(release, contents).bytes
  return {
    remote: to.contents.id,
    from: from.contents.version,
    to: to.contents.version,
    bytes: { from: totalBytes(from.contents), to: totalBytes(to.contents) },
    reloadedBytes: reloadedBytes(from, to),
    pageBytes: { from: pageBytes(from), to: pageBytes(to) },
    shared: changedNeeds(from.contents.needs, to.contents.needs),
    routes: changed(from, to, ({ release }) => release.routes.map((route) => route.path)),
    permissions: changed(from, to, ({ contents }) => contents.permissions.map(permissionName)),
    texts: changed(from, to, ({ contents }) => [...contents.texts.en, ...contents.texts['zh-cn']]),
    files: changed(from, to, ({ contents }) => fileNames(contents)),
  }
}

/** The entry lies at a new address in every version; everything else the browser keeps that is named by its content. */
function reloadedBytes(from: Side, to: Side): number {
  return Object.entries(to.contents.files)
    .filter(([name]) => name === to.release.entry || name.startsWith(`${SHARED_FOLDER}/`))
    .filter(([name]) => !isCompressed(name) && !Object.hasOwn(from.contents.files, name))
    .reduce((sum, [, file]) => sum + file.brotliBytes, 0)
}

function changedNeeds(from: ReleaseContents['needs'], to: ReleaseContents['needs']): ReleaseDiff['shared'] {
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .toSorted()
    .map((name) => ({ name, from: from[name] ?? '', to: to[name] ?? '' }))
    .filter((need) => need.from !== need.to)
}

function changed(from: Side, to: Side, namesOf: (side: Side) => string[]): ReleaseDiff['routes'] {
  const [before, after] = [new Set(namesOf(from)), new Set(namesOf(to))]
  return { added: [...after.difference(before)].toSorted(), removed: [...before.difference(after)].toSorted() }
}

/** Without the folder of the version, which differs always. */
const fileNames = ({ files, version }: ReleaseContents): string[] =>
  Object.keys(files)
    .filter((name) => !isCompressed(name))
    .map((name) => (name.startsWith(`${version}/`) ? name.slice(version.length + 1) : name))

/** People know permissions by name; one of a newer console has only its number here. */
function permissionName(id: number): string {
  return Object.entries(Permission).find(([, number]) => number === id)?.[0] ?? String(id)
}
