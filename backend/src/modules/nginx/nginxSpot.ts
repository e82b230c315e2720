import path from 'node:path'
import type { NginxInstance } from '@windlass/shared-kit/contract/nginx'
import { failed } from '../../platform/errors.ts'
import { FIND, LOOK } from './nginxPrograms.ts'
import { fieldText, type NginxRun } from './nginxRun.ts'

/** One nginx of a server: the program, what it reads, and how it was built. */
export interface NginxSpot {
  path: string
  conf: string
  prefix: string
  version: string
  /** 0 when it does not run. */
  pid: number
  /** Logs that are written unless the configuration says otherwise. */
  logs: { path: string; kind: 'access' | 'error' }[]
}

const TITLE = /^nginx: master process\s+(.*)$/s
const PREFIX = '/usr/local/nginx'

/** What stands behind `-c` or `-p`, also without a space between. */
function optionOf(words: readonly string[], option: string): string {
  const at = words.findIndex((word) => word.startsWith(option))
  const word = words[at] ?? ''
  return word === option ? (words[at + 1] ?? '') : word.slice(option.length)
}

/** Reads a line about a master. Of another account's process only the title is known. */
function instanceOf(line: string): NginxInstance | undefined {
  const [, pid, exe, title] = line.split(' ')
  const words = (TITLE.exec(fieldText(title).replaceAll('\0', ' ').trim())?.[1] ?? '').split(/\s+/)
  const file = fieldText(exe).replace(/ \(deleted\)$/, '') || (words[0] ?? '')
  if (!file.startsWith('/')) return undefined
  return { pid: Number(pid), path: file, conf: optionOf(words, '-c'), prefix: optionOf(words, '-p') }
}

const linesOf = (text: string, mark: string) => text.split('\n').filter((line) => line.startsWith(`${mark} `))
const instancesOf = (text: string) => linesOf(text, 'M').flatMap((line) => instanceOf(line) ?? [])

/** Every nginx that runs on a server, and programs that lie where one is usually installed. */
export async function findNginx(run: NginxRun): Promise<{ running: NginxInstance[]; installed: string[] }> {
  const { stdout } = await run(FIND, [])
  return { running: instancesOf(stdout), installed: [...new Set(linesOf(stdout, 'I').map((line) => line.slice(2)))] }
}

const argument = (built: string, name: string): string | undefined =>
  new RegExp(`--${name}=('([^']*)'|\\S+)`).exec(built)?.slice(1).toReversed().find(Boolean)

interface Built {
  version: string
  prefix: string
  conf: string
  logs: { path: string; kind: 'access' | 'error' }[]
}

/** What an nginx says about how it was built. */
function builtOf(text: string): Built {
  const prefix = argument(text, 'prefix') ?? PREFIX
  const below = (name: string, usual: string) => path.posix.resolve(prefix, argument(text, name) ?? usual)
  return {
    version: /version: (\S+)/.exec(text)?.[1] ?? '',
    prefix,
    conf: below('conf-path', 'conf/nginx.conf'),
    logs: [
      { path: below('http-log-path', 'logs/access.log'), kind: 'access' },
      { path: below('error-log-path', 'logs/error.log'), kind: 'error' },
    ],
  }
}

/**
 * Looks at an nginx: which configuration it reads if it runs, else the one that was compiled in. Another configuration
 * is taken only when one that runs reads it, so that no other file can be passed off as one.
 * @throws AppError when there is no such program, or none that reads that configuration
 */
export async function lookAtNginx(run: NginxRun, program: string, conf: string | undefined): Promise<NginxSpot> {
  const { code, stdout, stderr } = await run(LOOK, [program])
  if (code === 66) throw failed(`there is no program ${program} on this server; is nginx installed somewhere else?`)
  if (code !== 0) throw failed(stderr.trim() || `${program} cannot be run`)
  const [version = ''] = linesOf(stdout, 'V')
  const built = builtOf(fieldText(version.slice(2)))
  if (built.version === '') throw failed(`${program} does not say what version it is; it may be no nginx`)
  const real = fieldText(linesOf(stdout, 'R')[0]?.slice(2))
  const places = instancesOf(stdout)
    .filter((instance) => instance.path === program || instance.path === real)
    .map(({ pid, ...instance }) => {
      const prefix = instance.prefix === '' ? built.prefix : instance.prefix
      return { pid, prefix, conf: instance.conf === '' ? built.conf : path.posix.resolve(prefix, instance.conf) }
    })
  const compiled = { pid: 0, prefix: built.prefix, conf: built.conf }
  const place = [...places, compiled].find((each) => conf === undefined || conf === '' || each.conf === conf)
  if (!place) throw failed(`no nginx that runs from ${program} reads ${conf}; load the list again`)
  return { path: program, ...place, version: built.version, logs: built.logs }
}
