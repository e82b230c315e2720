import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { checkEmbedBudget } from '@windlass/backend/artefact/checkRelease'
import { SHARED_FOLDER } from '@windlass/backend/artefact/fileNames'
import { makeConfig, makeEmbedConfigs, SHARED_NAMES, type Versions } from '@windlass/shared-kit/federation'
import type { AreaRelease } from '@windlass/shared-kit/remote'
import { readDefinition } from './areaDefinition.ts'
import { bundle, bundleAll, filesOf } from './bundle.ts'
import { checkChunks } from './checkChunks.ts'
import { compressFolder } from './compress.ts'
import { describeContents } from './describeContents.ts'
import { describeRelease } from './describeRelease.ts'
import { MANIFEST, type Manifest } from './manifest.ts'
import { placeArtefact } from './placeArtefact.ts'
import { stampOf } from './stamp.ts'
import { packageVersion, ROOT } from './workspace.ts'

/** What to build, and as what. */
export interface RemoteBuild {
  id: string
  /** Folder of all versions of all areas. */
  outDir: string
  /** Folder of the area's sources; absent means `remote-<id>` of this workspace. */
  dir?: string
  /** Version of the artefact; absent means the package's own with a fingerprint of the sources, as for a local build. */
  version?: string
  /** Builds as if shared packages had these versions, for tests of what fits what. */
  versions?: Versions
}

/** The version of a build that nobody released: its sources tell it. */
function localVersion(id: string, dir = path.join(ROOT, `remote-${id}`)): string {
  const sources = ['src', 'package.json'].map((name) => path.join(dir, name))
  // What the host shares is not in an area, but all of it is in what pages elsewhere load.
  const kit = isForPagesElsewhere(dir)
    ? ['shared-kit/src']
    : ['shared-kit/src/contract', 'shared-kit/src/http/erasedTypebox.ts']
  const stamp = stampOf([...sources, ...kit])
  return `${packageVersion(dir)}-dev-${stamp}`
}

/** Builds one area into `<outDir>/<id>/`, unless that version is there already: artefacts never change. */
export async function buildRemote(build: RemoteBuild): Promise<AreaRelease> {
  const { id, outDir, dir = path.join(ROOT, `remote-${id}`) } = build
  const version = build.version ?? localVersion(id, dir)
  const target = path.join(outDir, id)
  const releaseFile = path.join(target, version, 'release.json')
  // Written by an earlier build of this script.
  if (existsSync(releaseFile)) return JSON.parse(readFileSync(releaseFile, 'utf8')) as AreaRelease

  // Built aside and moved at the end, so that a half-built version is never served.
  const workDir = path.join(outDir, `.${id}-${process.pid}`)
  try {
    const release = await buildInto({ id, version, dir, workDir, versions: build.versions ?? {} })
    placeArtefact(workDir, target, version)
    return release
  } finally {
    rmSync(workDir, { recursive: true, force: true })
  }
}

interface Plan {
  id: string
  version: string
  dir: string
  workDir: string
  versions: Versions
}

async function buildInto({ id, version, dir, workDir, versions }: Plan): Promise<AreaRelease> {
  const report = await bundle(makeConfig({ dir, remote: id, version, outputPath: workDir, versions }))
  const [versionDir, sharedDir] = [path.join(workDir, version), path.join(workDir, SHARED_FOLDER)]
  mkdirSync(sharedDir, { recursive: true })
  if (isForPagesElsewhere(dir)) await bundleAll(makeEmbedConfigs({ dir, remote: id, version, outputPath: versionDir }))
  rmSync(path.join(versionDir, 'mf-stats.json'), { force: true })
  const manifestText = readFileSync(path.join(versionDir, MANIFEST), 'utf8')
  // Written by the bundler a moment ago.
  const manifest = JSON.parse(manifestText) as Manifest
  checkShared(id, manifest)
  const definition = await readDefinition(id, dir)
  const filesFor = (request: string) => filesOf(report, request)
  const release = describeRelease({ id, version, dir, workDir, manifest, manifestText, definition, filesFor })
  writeFileSync(path.join(versionDir, 'release.json'), JSON.stringify(release))
  await Promise.all([compressFolder(versionDir), compressFolder(sharedDir)])
  checkChunks(id, dir, [sharedDir, versionDir])
  const contents = await describeContents({ release, dir, workDir, manifest })
  const [tooHeavy] = checkEmbedBudget(contents)
  if (tooHeavy !== undefined) throw new Error(`remote-${id}: ${tooHeavy}`)
  writeFileSync(path.join(versionDir, 'contents.json'), JSON.stringify(contents))
  return release
}

const isForPagesElsewhere = (dir: string): boolean => existsSync(path.join(dir, 'src/embed.ts'))

/** An area that needs something the host does not provide would fail in the browser, so it fails here. */
function checkShared(id: string, manifest: Manifest): void {
  const missing = manifest.shared.map((entry) => entry.name).filter((name) => !SHARED_NAMES.includes(name))
  if (missing.length > 0) throw new Error(`remote-${id} consumes what the host does not provide: ${missing.join(', ')}`)
}
