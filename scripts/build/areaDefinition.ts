import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RemoteDefinition } from '@windlass/shared-kit/remote'

/** Reads what an area declares in src/remote.ts; another `revision` reads it again although it was read before. */
export async function readDefinition(id: string, dir: string, revision = ''): Promise<RemoteDefinition> {
  const address = pathToFileURL(path.join(dir, 'src/remote.ts')).href + revision
  const loaded = (await import(address)) as { default: RemoteDefinition }
  if (loaded.default.id !== id) throw new Error(`remote-${id} calls itself ${loaded.default.id} in src/remote.ts`)
  return loaded.default
}

/** The titles of an area's pages in one language, for menu and tabs. */
export function titlesOf(dir: string, language: string): Record<string, string> {
  const texts = JSON.parse(readFileSync(path.join(dir, `src/locales/${language}.json`), 'utf8')) as {
    route?: Record<string, string>
  }
  return texts.route ?? {}
}
