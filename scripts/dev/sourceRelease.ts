import { statSync } from 'node:fs'
import path from 'node:path'
import { integrityOf } from '@windlass/backend/artefact/integrityOf'
import { containerOf } from '@windlass/shared-kit/federation'
import type { AreaRelease } from '@windlass/shared-kit/remote'
import { readDefinition, titlesOf } from '../build/areaDefinition.ts'
import { packageVersion, ROOT } from '../build/workspace.ts'

const LANGUAGES = ['en', 'zh-cn'] as const

/** Where the dev servers answer the files of all areas, below the page's own address. */
export const SOURCE_BASE = 'from-source/'
/** The same for one area. */
export const areaBase = (id: string) => `${SOURCE_BASE}${id}/`

/**
 * The registry's entry for an area that is served from source: as a build writes it, but with nothing to load ahead and no
 * hashes. Read anew each time, so that a new page is in the menu after the next load.
 */
export async function sourceRelease(id: string, base = SOURCE_BASE): Promise<AreaRelease> {
  const dir = path.join(ROOT, `remote-${id}`)
  const changedAt = statSync(path.join(dir, 'src/remote.ts')).mtimeMs
  const definition = await readDefinition(id, dir, `?changed=${changedAt}`)
  const [en, chinese] = LANGUAGES.map((language) => titlesOf(dir, language))
  return {
    id,
    version: `${packageVersion(dir)}-source`,
    base,
    entry: `${id}/remoteEntry.js`,
    container: containerOf(id),
    // Files that change all the time have no hash worth naming; checks of releases read this one, browsers do not.
    manifest: { file: `${id}/mf-manifest.json`, integrity: integrityOf('') },
    integrity: {},
    files: [],
    textFiles: { en: [], 'zh-cn': [] },
    groups: definition.groups ?? [],
    routes: definition.routes.map(({ page: _page, ...route }) => ({ ...route, request: '', files: [] })),
    dialogs: (definition.dialogs ?? []).map(({ dialog: _dialog, ...rest }) => rest),
    titles: { en: en ?? {}, 'zh-cn': chinese ?? {} },
  }
}
