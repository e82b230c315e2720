import { statSync } from 'node:fs'
import path from 'node:path'
import { type AreaRegistry, type AreaRelease, HostFacts } from '@windlass/shared-kit/contract/area'
import type { Logger } from 'pino'
import { parseAs } from '../../artefact/parseAs.ts'
import { parseRegistry } from '../../artefact/registryFile.ts'
import type { Env } from '../../env.ts'
import { lastGood } from './lastGood.ts'

/** What the build (or a release into the folder) left: the areas that came with the console, and what it offers them. */
export interface ConsoleFolder {
  /** Ids and releases; none when there never was a good registry. The same object as long as nothing changed. */
  builtIn(): AreaRegistry['remotes']
  /** Undefined when the build left none that can be read. */
  host(): HostFacts | undefined
  /** What is wrong with the folder, a sentence each. */
  problems(): string[]
  /** Folder of an area's files. */
  areaDir(remote: string): string
}

const NO_REMOTES: AreaRegistry['remotes'] = {}

/** Whether the files of a release lie on another server. */
export const isElsewhere = (release: Pick<AreaRelease, 'base'>): boolean => URL.canParse(release.base)

/** Every file that a release names. */
const namedFiles = (release: AreaRelease): string[] => [
  release.entry,
  release.manifest.file,
  ...Object.keys(release.integrity),
]

/** The first file that a registry names and that is not there; "" when all are. */
function missingFile(folder: string, registry: AreaRegistry): string {
  for (const release of Object.values(registry.remotes)) {
    if (isElsewhere(release)) continue
    const file = namedFiles(release).find((name) => {
      const found = statSync(path.join(folder, release.base, name), { throwIfNoEntry: false })
      return !found?.isFile()
    })
    if (file !== undefined) return `registry.json names ${release.base}${file}, which is not there; run \`pnpm build\``
  }
  return ''
}

/** Watches the folder of the built console. */
export function createConsoleFolder(env: Pick<Env, 'CONSOLE_DIR' | 'DATA_DIR'>, log: Logger): ConsoleFolder {
  const folder = env.CONSOLE_DIR
  const place = (name: string) => ({
    file: path.join(folder, `${name}.json`),
    copy: path.join(env.DATA_DIR, `${name}.last-good.json`),
    log,
  })
  const registry = lastGood({
    ...place('registry'),
    parse: parseRegistry,
    check: (value) => missingFile(folder, value),
  })
  const host = lastGood({
    ...place('host'),
    parse: (text) => parseAs(HostFacts, text, 'host.json', 'registry'),
    check: () => '',
  })
  return {
    builtIn: () => registry.read()?.remotes ?? NO_REMOTES,
    host: host.read,
    problems: () =>
      [registry, host]
        .filter((file) => file.problem() !== '')
        .map(
          (file) => `${file.problem()}. ${file.read() ? 'The last good one is used' : 'There is none to use instead'}.`,
        ),
    areaDir: (remote) => path.join(folder, 'remotes', remote),
  }
}
