import path from 'node:path'
import type { NginxFile, NginxLog } from '@windlass/shared-kit/contract/nginx'
import { failed } from '../../platform/errors.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'
import {
  isBelow,
  isSecretName,
  refuseSecretName,
  refuseSecretText,
  requireAbsolute,
  requireName,
} from './nginxPlace.ts'
import { NEARBY } from './nginxPrograms.ts'
import type { NginxRun } from './nginxRun.ts'
import type { NginxSpot } from './nginxSpot.ts'
import { logsOf } from './nginxText.ts'
import { encodingOf, type LoadedFile, type NginxTree, type SeenFile, seeFiles } from './nginxTree.ts'

/** A file that may be looked at or changed, or the place of one that does not exist yet. */
export interface NginxPlace {
  /** As it is named. */
  path: string
  /** Where it really lies or would lie. */
  real: string
  /** Absent when there is none yet. */
  file: SeenFile | undefined
}

/** A file as clients know it. */
export const fileRow = (file: Omit<LoadedFile, 'bytes' | 'isClosed'>): NginxFile => ({
  ...{ name: path.posix.basename(file.path), dir: path.posix.dirname(file.path), real: file.real },
  ...{ size: file.size, mode: file.mode, modTime: formatTimestamp(file.time * 1000) },
  ...{ parent: file.parent, line: file.line },
})

/** Files below the folder of the main file that nothing includes, without those that hold keys or passwords. */
export async function nearbyFiles(run: NginxRun, spot: NginxSpot, tree: NginxTree): Promise<NginxFile[]> {
  const loaded = new Set(tree.files.flatMap((file) => [file.path, file.real]))
  const { stdout } = await run(NEARBY, [path.posix.dirname(spot.conf)])
  return stdout.split('\n').flatMap((line) => {
    const [size, mode = '', time, user, group, ...rest] = line.split(':')
    const file = rest.join(':')
    if (file === '' || loaded.has(file) || isSecretName(file) || path.posix.basename(file).startsWith('.')) return []
    const facts = { size: Number(size), mode: mode.padStart(4, '0'), time: Number(time), owner: `${user}:${group}` }
    return [fileRow({ path: file, real: file, ...facts, parent: '', line: 0 })]
  })
}

/** The log files that a configuration writes, each once. */
export function logFiles(spot: NginxSpot, tree: NginxTree): NginxLog[] {
  const logs = new Map<string, NginxLog>()
  const add = (log: NginxLog) => {
    const file = path.posix.resolve(spot.prefix, log.path)
    const known = logs.get(file)
    const sites = [...new Set([known?.site, log.site].filter((site) => site !== undefined && site !== ''))]
    logs.set(file, { ...log, path: file, site: sites.join(' ') })
  }
  for (const { bytes } of tree.files) {
    for (const log of bytes ? logsOf(bytes.toString(encodingOf(bytes))) : []) add(log)
  }
  for (const log of spot.logs) if (![...logs.values()].some(({ kind }) => kind === log.kind)) add({ ...log, site: '' })
  return [...logs.values()]
}

/**
 * Finds a file that belongs to a configuration: one that nginx loads, one below the folder of the main file, or one
 * beside a file that is loaded. Links are followed before that is decided.
 * @throws AppError when it belongs to none, or holds keys or passwords
 */
export async function findPlace(
  run: NginxRun,
  spot: NginxSpot,
  tree: NginxTree,
  { dir, filename }: { dir: string; filename: string },
): Promise<NginxPlace> {
  const folder = requireAbsolute(dir)
  const name = requireName(filename)
  const file = path.posix.join(folder, name)
  const [self, around, home] = await seeFiles(run, [`L${file}`, `L${folder}`, `L${path.posix.dirname(spot.conf)}`])
  if (self && self.folder !== '') throw failed(`${file} is a folder`)
  if (!around || around.folder === '') throw failed(`there is no folder ${folder} on this server`)
  const seen = self?.files[0]
  const real = seen?.real ?? path.posix.join(around.folder, name)
  const isLoaded = tree.files.some((each) => each.path === file || each.real === real)
  const folders = new Set(tree.files.map((each) => path.posix.dirname(each.real)))
  const isNear = (home && isBelow(real, home.folder)) || folders.has(path.posix.dirname(real))
  if (!isLoaded && !isNear) throw failed(`${file} does not belong to the configuration of nginx on this server`)
  refuseSecretName(file)
  refuseSecretName(real)
  if (seen?.bytes) refuseSecretText(file, seen.bytes.toString('latin1'))
  return { path: file, real, file: seen }
}

/** The bytes of a file that is there. @throws AppError when there is none or it cannot be read */
export function bytesOf({ path: name, file }: NginxPlace): Buffer {
  if (!file) throw failed(`there is no file ${name} on this server any more; load the list again`)
  if (file.bytes) return file.bytes
  throw failed(file.isClosed ? `${name} cannot be read by this account` : `${name} is too large to be shown`)
}
