import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Endpoint } from '@windlass/shared-kit/contract'
import { Permission, type PermissionKey } from '@windlass/shared-kit/contract/permission'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../build/workspace.ts'

const isSource = (file: string) => !/\.test\.tsx?$/.test(file)
const read = (pattern: string) =>
  globSync(pattern, { cwd: ROOT })
    .filter(isSource)
    .map((file) => readFileSync(path.join(ROOT, file), 'utf8'))
    .join('\n')

const namesIn = (source: string): Set<string> => new Set(source.match(/\b[A-Z]\w+\b/g))
/** Permissions that decide whether something is shown: `<Can any={[…]}>`, `useCan([…])`, `can([…])`. */
function guardsIn(source: string): Set<PermissionKey> {
  const lists = [...source.matchAll(/(?:\bany=\{|\b(?:useCan|can)\()\s*\[([^\]]*)\]/g)].map(([, list = '']) => list)
  const keys = lists.flatMap((list) => [...list.matchAll(/Permission\.(\w+)/g)].map(([, key = '']) => key))
  // What is no permission would not pass the compiler.
  return new Set(keys as PermissionKey[])
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'access' in value && 'path' in value

async function readEndpoints(): Promise<Map<string, Endpoint>> {
  const files = globSync('shared-kit/src/contract/*.ts', { cwd: ROOT }).filter(isSource)
  const modules = await Promise.all(
    files.map((file) => import(pathToFileURL(path.join(ROOT, file)).href) as Promise<Record<string, unknown>>),
  )
  const values = modules.flatMap((module) => Object.entries(module))
  return new Map(values.filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])))
}

const endpoints = await readEndpoints()
/** A button may lead to a page, whose route asks for the permission. */
const pages = read('remote-*/src/remote.ts')
/** Some handlers ask for more than their endpoint does, because what they do depends on their input. */
const handlers = read('backend/src/modules/**/*.ts')
/** Whoever lacks the whole list sees his own projects anyway, so nothing asks for these; they are part of the product's numbers. */
const OWN_ONLY = ['GetBindProjectList', 'GetBindDeployList']
const features = globSync('remote-*/src/{features/*,components}', { cwd: ROOT })

describe('a button that is shown by a permission', () => {
  it.each(features)('calls, in %s, what asks for that permission', (folder) => {
    const source = read(`${folder}/**/*.{ts,tsx}`)
    const remote = folder.split('/')[0] ?? ''
    const called = namesIn(source + read(`${remote}/src/{components,work}/**/*.{ts,tsx}`))
    const isAsked = (key: PermissionKey) =>
      [...called].some((name) => {
        const access = endpoints.get(name)?.access
        return typeof access === 'object' && access.includes(Permission[key])
      }) ||
      pages.includes(`Permission.${key}]`) ||
      handlers.includes(`Permission.${key}`)
    expect([...guardsIn(source)].filter((key) => !isAsked(key))).toEqual([])
  })

  it('is found in most features, so that this looks at something', () => {
    const found = features.filter((folder) => guardsIn(read(`${folder}/**/*.{ts,tsx}`)).size > 0)
    expect(found.length).toBeGreaterThan(features.length / 3)
    expect(endpoints.size).toBeGreaterThan(200)
  })

  it('exists for every permission: somewhere on the server each of them is asked for', () => {
    const asked = new Set(
      [...endpoints.values()].flatMap(({ access }): readonly number[] => (typeof access === 'object' ? access : [])),
    )
    const unasked = Object.entries(Permission).filter(
      ([key, id]) => !asked.has(id) && !handlers.includes(`Permission.${key}`),
    )
    expect(unasked.map(([key]) => key)).toEqual(OWN_ONLY)
  })
})
