import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ROOT } from './workspace.ts'

const PARTS = ['src', 'package.json', 'rspack.config.mjs', 'tsconfig.json']

/** Sources of an area in a folder of their own, as another team would have them. */
export interface AreaSources {
  dir: string
  /** Replaces text in one file; a text that is not there fails the test that counts on it. */
  replace(file: string, from: string | RegExp, to: string): void
  /** The same in every source file. */
  replaceEverywhere(from: RegExp, to: string): void
  remove(): void
}

function* filesBelow(dir: string): Generator<string> {
  for (const name of readdirSync(dir)) {
    const file = path.join(dir, name)
    if (statSync(file).isDirectory()) yield* filesBelow(file)
    else yield file
  }
}

/** Copies an area of this workspace; what it is made of is found as an installation would place it. */
export function copyArea(from: string, name = `remote-${from}`): AreaSources {
  const folder = mkdtempSync(path.join(tmpdir(), 'windlass-area-'))
  const [origin, dir] = [path.join(ROOT, `remote-${from}`), path.join(folder, name)]
  for (const part of PARTS) cpSync(path.join(origin, part), path.join(dir, part), { recursive: true })
  symlinkSync(path.join(origin, 'node_modules'), path.join(dir, 'node_modules'))
  return {
    dir,
    replace: (file, text, to) => {
      const place = path.join(dir, file)
      const before = readFileSync(place, 'utf8')
      const after = before.replace(text, to)
      if (after === before) throw new Error(`${file} of ${from} has no ${text} any more`)
      writeFileSync(place, after)
    },
    replaceEverywhere: (text, to) => {
      for (const file of filesBelow(path.join(dir, 'src'))) {
        writeFileSync(file, readFileSync(file, 'utf8').replace(text, to))
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Marks a copy of the logs area with a version that people can read: in the headings of two pages, each a chunk. */
export function markVersion(area: AreaSources, version: string): void {
  const heading = /title=\{.*\('(route\.\w+)'\).*\}/
  for (const page of ['login-log/LoginLogPage', 'operation-log/OperationLogPage']) {
    area.replace(`src/features/${page}.tsx`, heading, `title={\`\${t('$1')} ${version}\`}`)
  }
}
