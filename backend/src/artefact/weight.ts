import type { AreaRelease, ReleaseContents } from '@windlass/shared-kit/contract/area'

/** Whether a file is another one compressed ahead, which travels instead of it. */
export const isCompressed = (name: string): boolean => /\.(br|gz)$/.test(name)

/** All files of a version as they travel, in brotli bytes. */
export function totalBytes(contents: ReleaseContents): number {
  return Object.entries(contents.files).reduce(
    (sum, [name, file]) => sum + (isCompressed(name) ? 0 : file.brotliBytes),
    0,
  )
}

/** The area's heaviest page at a first visit, in brotli bytes, with what it loads. */
export function heaviestPage(
  release: AreaRelease,
  contents: ReleaseContents,
): { path: string; bytes: number; files: string[] } {
  const weigh = (files: readonly string[]) =>
    files.reduce((sum, name) => sum + (contents.files[name]?.brotliBytes ?? 0), 0)
  const texts = [release.textFiles.en, release.textFiles['zh-cn']].toSorted((a, b) => weigh(b) - weigh(a))[0] ?? []
  const pages = release.routes.length > 0 ? release.routes : [{ path: '', files: [] }]
  const weighed = pages.map((route) => {
    const files = [...new Set([...release.files, ...texts, ...route.files])]
    return { path: route.path, bytes: weigh(files), files }
  })
  return weighed.reduce((heaviest, page) => (page.bytes > heaviest.bytes ? page : heaviest))
}
