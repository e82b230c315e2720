import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { SHARED_FOLDER } from '@windlass/backend/artefact/fileNames'
import { integrityOf } from '@windlass/backend/artefact/integrityOf'
import type { AreaRelease, ReleaseContents } from '@windlass/shared-kit/contract/area'
import { packageOf } from '@windlass/shared-kit/federation'
import { execa } from 'execa'
import type { Manifest } from './manifest.ts'

const KILOBYTE = 1000

interface Built {
  release: AreaRelease
  dir: string
  workDir: string
  manifest: Manifest
}

/** The facts about a version that checks and comparisons need, with the hash of every file: this is what gets signed. */
export async function describeContents({ release, dir, workDir, manifest }: Built): Promise<ReleaseContents> {
  const { id, version, routes } = release
  const texts = (language: string) => keysOf(readJson(path.join(dir, `src/locales/${language}.json`)))
  return {
    format: 1,
    id,
    version,
    buildTime: Date.now(),
    commit: await revisionOf(dir),
    needs: Object.fromEntries(manifest.shared.map((entry) => [packageOf(entry.name), entry.requiredVersion])),
    sharedNames: manifest.shared.map((entry) => entry.name).toSorted(),
    permissions: [...new Set(routes.flatMap((route) => route.access ?? []))].toSorted((one, other) => one - other),
    texts: { en: texts('en'), 'zh-cn': texts('zh-cn') },
    budget: budgetOf(dir),
    files: { ...filesIn(workDir, version), ...filesIn(workDir, SHARED_FOLDER) },
  }
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

/** The keys of all texts in a file of texts, dotted. */
function keysOf(texts: unknown, prefix = ''): string[] {
  if (typeof texts !== 'object' || texts === null) return [prefix.slice(0, -1)]
  return Object.entries(texts).flatMap(([key, value]) => keysOf(value, `${prefix}${key}.`))
}

/** Where the sources stand, so that a release can be traced to them; "" when they are in no repository. */
async function revisionOf(dir: string): Promise<string> {
  const git = (...args: string[]) => execa('git', args, { cwd: dir, reject: false })
  const head = await git('rev-parse', '--short=12', 'HEAD')
  if (head.exitCode !== 0) return ''
  const changes = await git('status', '--porcelain', '--', '.')
  return changes.stdout === '' ? head.stdout : `${head.stdout}-dirty`
}

/** `windlass.budget` of the area's package.json, in kilobytes there. */
function budgetOf(dir: string): ReleaseContents['budget'] {
  const { windlass } = readJson(path.join(dir, 'package.json')) as {
    windlass?: { budget?: { page?: number; total?: number; embed?: number } }
  }
  const { page, total, embed } = windlass?.budget ?? {}
  if (typeof page !== 'number' || typeof total !== 'number') {
    throw new Error(
      `${dir}/package.json: say what the area may weigh, "windlass": { "budget": { "page": 60, "total": 200 } }`,
    )
  }
  const forEmbedding = embed === undefined ? {} : { embed: embed * KILOBYTE }
  return { page: page * KILOBYTE, total: total * KILOBYTE, ...forEmbedding }
}

function filesIn(workDir: string, folder: string): ReleaseContents['files'] {
  const dir = path.join(workDir, folder)
  return Object.fromEntries(
    readdirSync(dir).map((name) => {
      const content = readFileSync(path.join(dir, name))
      const compressed = path.join(dir, `${name}.br`)
      const brotliBytes = existsSync(compressed) ? readFileSync(compressed).length : content.length
      return [`${folder}/${name}`, { bytes: content.length, brotliBytes, integrity: integrityOf(content) }]
    }),
  )
}
