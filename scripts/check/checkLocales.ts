import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { withoutPlural } from '@windlass/backend/artefact/withoutPlural'
import { ROOT } from '../build/workspace.ts'

type Texts = { [key: string]: string | Texts }

const flatten = (texts: Texts, prefix = ''): Map<string, string> =>
  new Map(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string' ? [[`${prefix}${key}`, value] as const] : [...flatten(value, `${prefix}${key}.`)],
    ),
  )

const read = (file: string) => flatten(JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as Texts)

const placeholders = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map((match) => match[1] ?? '').sort()

const compare = (file: string, english: Map<string, string>, chinese: Map<string, string>): string[] => {
  const found: string[] = []
  const keysOf = (texts: Map<string, string>) => new Set([...texts.keys()].map(withoutPlural))
  for (const key of keysOf(english).difference(keysOf(chinese))) found.push(`${file}: ${key} has no Chinese text`)
  for (const key of keysOf(chinese).difference(keysOf(english))) found.push(`${file}: ${key} has no English text`)
  for (const [key, text] of chinese) {
    if (text.trim() === '') found.push(`${file}: ${key} is empty in Chinese`)
    const other = english.get(key)
    if (other === undefined) continue
    const missing = new Set(placeholders(text)).symmetricDifference(new Set(placeholders(other)))
    if (missing.size > 0) found.push(`${file}: ${key} uses {{${[...missing].join('}}, {{')}}} in one language only`)
  }
  return found
}

/** What is missing or different between the English and the Chinese texts. */
export function checkLocales(): string[] {
  const files = globSync('{host,shared-kit,remote-*}/src/**/locales/en.json', { cwd: ROOT })
  return files.flatMap((file) => {
    const other = file.replace(/en\.json$/, 'zh-cn.json')
    if (!existsSync(path.join(ROOT, other))) return [`${other} does not exist`]
    return compare(file, read(file), read(other))
  })
}
