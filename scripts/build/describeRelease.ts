import path from 'node:path'
import { isForEmbedding, SHARED_FOLDER } from '@windlass/backend/artefact/fileNames'
import { integrityOf } from '@windlass/backend/artefact/integrityOf'
import { containerOf } from '@windlass/shared-kit/federation'
import type { AreaRelease, RemoteDefinition } from '@windlass/shared-kit/remote'
import { titlesOf } from './areaDefinition.ts'
import { integrityOfFolder } from './integrityOfFolder.ts'
import { MANIFEST, type Manifest } from './manifest.ts'

const ENTRY = 'remoteEntry.js'

interface Built {
  id: string
  version: string
  dir: string
  workDir: string
  manifest: Manifest
  manifestText: string
  definition: RemoteDefinition
  filesFor: (request: string) => string[]
}

/** What browsers need to know about a version, and nothing else: it travels in every page. */
export function describeRelease(built: Built): AreaRelease {
  const { id, version, dir, workDir, manifest, manifestText, definition, filesFor } = built
  const exposed = manifest.exposes.find((entry) => entry.path === './remote')?.assets
  const entry = `${version}/${ENTRY}`
  return {
    id,
    version,
    base: `remotes/${id}/`,
    entry,
    container: containerOf(id, version),
    manifest: { file: `${version}/${MANIFEST}`, integrity: integrityOf(manifestText) },
    integrity: { ...integrityIn(workDir, version), ...integrityIn(workDir, SHARED_FOLDER) },
    files: [entry, ...(exposed?.js.sync ?? []), ...(exposed?.css.sync ?? [])],
    textFiles: { en: filesFor('./locales/en.json'), 'zh-cn': filesFor('./locales/zh-cn.json') },
    groups: definition.groups ?? [],
    routes: definition.routes.map(({ page, ...route }) => {
      const request = importedBy(page)
      return { ...route, request, files: filesFor(request) }
    }),
    dialogs: (definition.dialogs ?? []).map(({ dialog: _dialog, ...rest }) => rest),
    titles: { en: titlesOf(dir, 'en'), 'zh-cn': titlesOf(dir, 'zh-cn') },
  }
}

const integrityIn = (workDir: string, folder: string) =>
  Object.fromEntries(
    Object.entries(integrityOfFolder(path.join(workDir, folder)))
      .map(([name, value]) => [`${folder}/${name}`, value] as const)
      .filter(([file]) => !isForEmbedding(file)),
  )

/** The request inside `() => import('./features/x/XPage.tsx')`, which names the files of that page. */
function importedBy(load: () => unknown): string {
  const request = /import\(\s*['"`]([^'"`]+)/.exec(load.toString())?.[1]
  if (!request) throw new Error(`a page must be written as () => import('…'), not ${load.toString()}`)
  return request
}
