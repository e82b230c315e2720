import type { AreaRelease, ReleaseContents } from '@windlass/shared-kit/contract/area'
import { EMBED_PREFIX, isForEmbedding } from './fileNames.ts'

const MAX_HEAVIEST = 3

/** Whether a file is another one compressed ahead, which travels instead of it. */
export const isCompressed = (name: string): boolean => /\.(br|gz)$/.test(name)

const weigh = (contents: ReleaseContents, names: readonly string[]): number =>
  names.reduce((sum, name) => sum + (contents.files[name]?.brotliBytes ?? 0), 0)

/** All files of a version that the console may load, as they travel, in brotli bytes. */
export const totalBytes = (contents: ReleaseContents): number =>
  weigh(
    contents,
    Object.keys(contents.files).filter((name) => !isCompressed(name) && !isForEmbedding(name)),
  )

/** The area as one module for pages elsewhere, in brotli bytes; 0 when there is none. */
export const embedBytes = (contents: ReleaseContents): number =>
  weigh(contents, [`${contents.version}/${EMBED_PREFIX}mjs`])

/** The area's heaviest page at a first visit, in brotli bytes, with what it loads; in the language that takes more. */
export function heaviestPage(
  release: AreaRelease,
  contents: ReleaseContents,
): { path: string; bytes: number; files: string[] } {
  const languages = [release.textFiles.en, release.textFiles['zh-cn']]
  const pages = release.routes.length > 0 ? release.routes : [{ path: '', files: [] }]
  const visits = pages.flatMap((page) =>
    languages.map((texts) => {
      const files = [...new Set([...release.files, ...texts, ...page.files])]
      return { path: page.path, bytes: weigh(contents, files), files }
    }),
  )
  return visits.reduce((heaviest, visit) => (visit.bytes > heaviest.bytes ? visit : heaviest))
}

/** Where to look first when something is too heavy. */
export function heaviestFiles(contents: ReleaseContents, names: readonly string[]): { name: string; bytes: number }[] {
  return names
    .filter((name) => !isCompressed(name) && !isForEmbedding(name))
    .map((name) => ({ name, bytes: weigh(contents, [name]) }))
    .toSorted((a, b) => b.bytes - a.bytes)
    .slice(0, MAX_HEAVIEST)
}
