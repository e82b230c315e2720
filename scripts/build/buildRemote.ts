import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeConfig, makeEmbedConfig, SHARED_NAMES } from '@windlass/shared-kit/federation'
import type { AreaRelease } from '@windlass/shared-kit/remote'
import { readDefinition, titlesOf } from './areaDefinition.ts'
import { bundle, filesOf } from './bundle.ts'
import { compressFolder } from './compress.ts'
import { integrityOf, integrityOfFolder } from './integrity.ts'
import { stampOf } from './stamp.ts'
import { packageVersion, ROOT } from './workspace.ts'

const MANIFEST = 'mf-manifest.json'
const ENTRY = 'remoteEntry.js'

/** The part of the bundler's manifest that is checked here. */
interface Manifest {
  shared: { name: string; requiredVersion: string }[]
  exposes: { path: string; assets: Record<'css' | 'js', { sync: string[] }> }[]
}

interface Options {
  id: string
  /** Folder of all versions of all areas. */
  outDir: string
  /** Version of the artefact; absent means the package's own with a fingerprint of the sources, as for a local build. */
  version?: string
}

/** Builds one area into `<outDir>/<id>/<version>`, unless that version is there already: artefacts never change. */
export async function buildRemote({ id, outDir, version }: Options): Promise<AreaRelease> {
  const dir = path.join(ROOT, `remote-${id}`)
  const stamp = stampOf([
    `remote-${id}/src`,
    `remote-${id}/package.json`,
    'shared-kit/src/contract',
    'shared-kit/src/http/erasedTypebox.ts',
  ])
  const wanted = version ?? `${packageVersion(dir)}-${stamp}`
  const target = path.join(outDir, id, wanted)
  const releaseFile = path.join(target, 'release.json')
  if (existsSync(releaseFile)) return JSON.parse(readFileSync(releaseFile, 'utf8')) as AreaRelease

  // Built aside and moved at the end, so that a half-built version is never served.
  const workDir = path.join(outDir, `.${id}-${process.pid}`)
  try {
    return await buildInto({ id, version: wanted, dir, workDir, target })
  } finally {
    rmSync(workDir, { recursive: true, force: true })
  }
}

interface Plan {
  id: string
  version: string
  dir: string
  workDir: string
  target: string
}

async function buildInto({ id, version, dir, workDir, target }: Plan): Promise<AreaRelease> {
  const report = await bundle(makeConfig({ dir, remote: id, outputPath: workDir }))
  if (existsSync(path.join(dir, 'src/embed.ts'))) await bundle(makeEmbedConfig({ dir, outputPath: workDir }))
  rmSync(path.join(workDir, 'mf-stats.json'), { force: true })
  const release = await describe(id, version, dir, workDir, (request) => filesOf(report, request))
  writeFileSync(path.join(workDir, 'release.json'), JSON.stringify(release))
  await compressFolder(workDir)
  mkdirSync(path.dirname(target), { recursive: true })
  rmSync(target, { recursive: true, force: true })
  renameSync(workDir, target)
  return release
}

async function describe(
  id: string,
  version: string,
  dir: string,
  workDir: string,
  filesFor: (request: string) => string[],
): Promise<AreaRelease> {
  const manifestText = readFileSync(path.join(workDir, MANIFEST), 'utf8')
  // Written by the bundler a moment ago.
  const manifest = JSON.parse(manifestText) as Manifest
  checkShared(id, manifest)
  const definition = await readDefinition(id, dir)
  const exposed = manifest.exposes.find((entry) => entry.path === './remote')?.assets
  const textFiles = (language: string) => filesFor(`./locales/${language}.json`)
  return {
    id,
    version,
    base: `remotes/${id}/${version}/`,
    entry: ENTRY,
    manifest: { file: MANIFEST, integrity: integrityOf(manifestText) },
    integrity: integrityOfFolder(workDir),
    files: [ENTRY, ...(exposed?.js.sync ?? []), ...(exposed?.css.sync ?? [])],
    textFiles: { en: textFiles('en'), 'zh-cn': textFiles('zh-cn') },
    groups: definition.groups ?? [],
    routes: definition.routes.map(({ page, ...route }) => {
      const request = importedBy(page)
      return { ...route, request, files: filesFor(request) }
    }),
    dialogs: (definition.dialogs ?? []).map(({ dialog: _dialog, ...rest }) => rest),
    titles: { en: titlesOf(dir, 'en'), 'zh-cn': titlesOf(dir, 'zh-cn') },
  }
}

/** An area that needs something the host does not provide would fail in the browser, so it fails here. */
function checkShared(id: string, manifest: Manifest): void {
  const missing = manifest.shared.map((entry) => entry.name).filter((name) => !SHARED_NAMES.includes(name))
  if (missing.length > 0) throw new Error(`remote-${id} consumes what the host does not provide: ${missing.join(', ')}`)
}

/** The request inside `() => import('./features/x/XPage.tsx')`, which names the files of that page. */
function importedBy(load: () => unknown): string {
  const request = /import\(\s*['"`]([^'"`]+)/.exec(load.toString())?.[1]
  if (!request) throw new Error(`a page must be written as () => import('…'), not ${load.toString()}`)
  return request
}
