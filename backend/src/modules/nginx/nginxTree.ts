import { isUtf8 } from 'node:buffer'
import path from 'node:path'
import { NGINX_FILE_BYTES } from '@windlass/shared-kit/contract/nginx'
import { failed } from '../../platform/errors.ts'
import { matchesPattern } from './matchesPattern.ts'
import { readFiles } from './nginxPrograms.ts'
import { fieldBytes, fieldText, type NginxRun } from './nginxRun.ts'
import type { NginxSpot } from './nginxSpot.ts'
import { includesOf } from './nginxText.ts'

/** A file on the server. */
export interface SeenFile {
  path: string
  /** Where it really lies. */
  real: string
  size: number
  mode: string
  /** Unix seconds. */
  time: number
  owner: string
  /** Absent when it is too large or cannot be read. */
  bytes: Buffer | undefined
  /** It cannot be read by the account. */
  isClosed: boolean
}

/** A file that nginx loads, and the line that makes it. */
export interface LoadedFile extends SeenFile {
  parent: string
  line: number
}

/** A configuration, in the order in which nginx reads it. */
export interface NginxTree {
  files: LoadedFile[]
  warnings: string[]
}

/** What is to be different: texts by where the file really lies or is to lie, and paths that are gone. */
export interface TreeChange {
  texts: ReadonlyMap<string, Buffer>
  gone: ReadonlySet<string>
}

/** Nothing. */
export const NO_CHANGE: TreeChange = { texts: new Map(), gone: new Set() }

const MAX_DEPTH = 10
const MAX_FILES = 1000
const READ_FILES = readFiles(NGINX_FILE_BYTES)
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u001f\u007f]/

/** The characters of a configuration, whose encoding nginx does not ask for. */
export const encodingOf = (bytes: Buffer): 'utf8' | 'latin1' => (isUtf8(bytes) ? 'utf8' : 'latin1')

/** Looks at the files behind paths (`L…`) and patterns (`G…`); the answers are in the order of the words. */
export async function seeFiles(
  run: NginxRun,
  words: readonly string[],
): Promise<{ files: SeenFile[]; folder: string }[]> {
  const answers = words.map(() => ({ files: [] as SeenFile[], folder: '' }))
  if (words.length === 0) return answers
  const { code, stdout, stderr } = await run(READ_FILES, words)
  if (code !== 0) throw failed(stderr.trim() || 'the files of the configuration cannot be read')
  for (const line of stdout.split('\n')) {
    const [kind, index, meta = '', real, name, content = ''] = line.split(' ')
    const answer = answers[Number(index)]
    if (!answer) continue
    if (kind === 'D') answer.folder = fieldText(meta)
    if (kind !== 'F') continue
    const [size, mode = '', time, ...owner] = meta.split(':')
    answer.files.push({
      ...{ path: fieldText(name), real: fieldText(real), size: Number(size), mode: mode.padStart(4, '0') },
      ...{ time: Number(time), owner: owner.join(':'), isClosed: content === '!' },
      bytes: content.startsWith('=') ? fieldBytes(content) : undefined,
    })
  }
  return answers
}

interface Wanted {
  pattern: string
  parent: string
  line: number
  depth: number
}

/** What a pattern stands for once the change is made. */
function changed(found: readonly SeenFile[], pattern: string, { texts, gone }: TreeChange): SeenFile[] {
  const files = found
    .filter((file) => !gone.has(file.path))
    .map((file) => {
      const bytes = texts.get(file.real)
      return bytes ? { ...file, bytes, size: bytes.length } : file
    })
  for (const [name, bytes] of texts) {
    const isThere = found.some((file) => file.path === name || file.real === name)
    if (isThere || !matchesPattern(name, pattern)) continue
    const fresh = { mode: '0644', time: 0, owner: '', isClosed: false }
    files.push({ path: name, real: name, size: bytes.length, bytes, ...fresh })
  }
  return files.toSorted((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)))
}

/** What a file includes, as paths and patterns that begin at the root. */
function wantedOf(file: LoadedFile, depth: number, folder: string): Wanted[] {
  if (!file.bytes) return []
  return includesOf(file.bytes.toString(encodingOf(file.bytes))).map(({ word, line }) => ({
    pattern: path.posix.join(word.text.startsWith('/') ? '/' : folder, word.text),
    ...{ parent: file.path, line, depth: depth + 1 },
  }))
}

const where = ({ parent, line }: Wanted) => (parent === '' ? '' : ` (${parent}:${line})`)

/** Reads the files that nginx loads, as they would be after a change. */
export async function readTree(run: NginxRun, spot: Pick<NginxSpot, 'conf'>, change = NO_CHANGE): Promise<NginxTree> {
  const files = new Map<string, LoadedFile>()
  const warnings: string[] = []
  const folder = path.posix.dirname(spot.conf)
  let level: Wanted[] = [{ pattern: spot.conf, parent: '', line: 0, depth: 0 }]
  while (level.length > 0) {
    const readable = level.filter((wanted) => {
      if (CONTROL.test(wanted.pattern)) warnings.push(`an include holds control characters${where(wanted)}`)
      return !CONTROL.test(wanted.pattern)
    })
    // The main file is a path; whatever stands behind include is a pattern.
    const words = readable.map(({ pattern, depth }) => `${depth === 0 ? 'L' : 'G'}${pattern}`)
    const seen = await seeFiles(run, words)
    const next: Wanted[] = []
    for (const [index, wanted] of readable.entries()) {
      const found = changed(seen[index]?.files ?? [], wanted.pattern, change)
      if (found.length === 0 && !/[*?[]/.test(wanted.pattern)) {
        warnings.push(`${wanted.pattern} does not exist${where(wanted)}`)
      }
      for (const file of found) {
        if (files.has(file.path)) continue
        if (files.size >= MAX_FILES) throw failed(`the configuration has more than ${MAX_FILES} files`)
        if (!file.bytes)
          warnings.push(`${file.path} ${file.isClosed ? 'cannot be read' : 'is too large'}${where(wanted)}`)
        const loaded = { ...file, parent: wanted.parent, line: wanted.line }
        files.set(file.path, loaded)
        if (wanted.depth < MAX_DEPTH) next.push(...wantedOf(loaded, wanted.depth, folder))
        else warnings.push(`${file.path}: includes deeper than ${MAX_DEPTH} are not followed`)
      }
    }
    level = next
  }
  return { files: [...files.values()], warnings }
}
