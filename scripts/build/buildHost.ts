import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import type { StatsCompilation } from '@rspack/core'
import { writeAtomically } from '@windlass/backend/artefact/writeAtomically'
import { Permission } from '@windlass/shared-kit/contract'
import type { HostFacts } from '@windlass/shared-kit/contract/area'
import { makeConfig, SHARED_NAMES, sharedPackages, type Versions } from '@windlass/shared-kit/federation'
import { bundle, filesOf } from './bundle.ts'
import { compressFolder } from './compress.ts'
import { integrityOfFolder } from './integrityOfFolder.ts'
import { assemblePage } from './page.ts'
import { stampOf } from './stamp.ts'
import { packageVersion, ROOT } from './workspace.ts'

/** People with an old tab open still ask for the files of the build before. */
const KEEP_OLD_FILES_MS = 7 * 86_400_000
const SOURCES = [
  'host/src',
  'host/page',
  'host/package.json',
  'host/rspack.config.mjs',
  'shared-kit/src',
  'shared-kit/package.json',
]
/** Modules of the host that stand in for whole packages. */
export const PROVIDERS = { 'react-router-dom': './src/provided/router.ts' }

/** What a build of the host left behind. */
export interface HostBuild {
  report: StatsCompilation
  integrity: Record<string, string>
}

/** Builds the host into `outDir` unless nothing changed since; answers nothing then. */
export async function buildHost(outDir: string): Promise<HostBuild | undefined> {
  const stamp = stampOf(SOURCES)
  const stampFile = path.join(outDir, '.stamp')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return undefined
  const build = await bundleHost(outDir)
  writeFileSync(stampFile, stamp)
  return build
}

/** How a host is bundled when it is not the one everybody gets. */
interface Variant {
  /** Areas that are inside it. */
  mono?: readonly string[]
  /** Builds as if shared packages had these versions, for tests of what fits what. */
  versions?: Versions
}

/** Bundles the host and puts its page together. */
export async function bundleHost(outDir: string, { mono, versions }: Variant = {}): Promise<HostBuild> {
  const dir = path.join(ROOT, 'host')
  const workDir = path.join(outDir, `.assets-${process.pid}`)
  const assetsDir = path.join(outDir, 'assets')
  const report = await bundle(makeConfig({ dir, outputPath: workDir, providers: PROVIDERS, mono, versions }))
  await compressFolder(workDir)
  mkdirSync(assetsDir, { recursive: true })
  for (const name of readdirSync(workDir)) copyFileSync(path.join(workDir, name), path.join(assetsDir, name))
  const integrity = integrityOfFolder(workDir)
  rmSync(workDir, { recursive: true })
  dropOldFiles(assetsDir)
  copyFileSync(path.join(dir, 'page/favicon.svg'), path.join(outDir, 'favicon.svg'))
  const entry = report.chunks?.filter((chunk) => chunk.initial).flatMap((chunk) => chunk.files ?? []) ?? []
  const page = assemblePage({
    integrity,
    entry,
    filesFor: (request) => filesOf(report, request, (issuer) => issuer.startsWith('./src/')),
    filesNamed: (name) => report.chunks?.find((chunk) => chunk.names?.includes(name))?.files ?? [],
  })
  await writeAtomically(path.join(outDir, 'page.json'), JSON.stringify(page))
  await writeAtomically(path.join(outDir, 'host.json'), JSON.stringify(hostFacts(dir, versions)))
  return { report, integrity }
}

/** What areas may count on; what an area needs beyond it is refused when it is released. */
const hostFacts = (dir: string, versions?: Versions): HostFacts => ({
  version: packageVersion(dir),
  provides: sharedPackages(versions),
  sharedNames: SHARED_NAMES,
  permissions: Object.values(Permission),
  buildTime: Date.now(),
})

function dropOldFiles(dir: string): void {
  const now = Date.now()
  for (const name of readdirSync(dir)) {
    const file = path.join(dir, name)
    if (now - statSync(file).mtimeMs > KEEP_OLD_FILES_MS) rmSync(file)
  }
}
