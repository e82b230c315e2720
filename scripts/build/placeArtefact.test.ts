import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { placeArtefact, versionsIn } from './placeArtefact.ts'

let dir = ''
const areaDir = () => path.join(dir, 'logs')
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'place-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

/** Lays out a finished build as the bundler leaves it, and places it. */
function place(version: string, shared: Record<string, string>): void {
  const workDir = path.join(dir, `.logs-${version}`)
  mkdirSync(path.join(workDir, 'files'), { recursive: true })
  mkdirSync(path.join(workDir, version))
  const files = Object.fromEntries(Object.keys(shared).map((name) => [`files/${name}`, {}]))
  writeFileSync(path.join(workDir, version, 'contents.json'), JSON.stringify({ files }))
  for (const [name, text] of Object.entries(shared)) writeFileSync(path.join(workDir, 'files', name), text)
  placeArtefact(workDir, areaDir(), version)
}
const sharedFiles = () => readdirSync(path.join(areaDir(), 'files')).sort()
const textOf = (name: string) => readFileSync(path.join(areaDir(), 'files', name), 'utf8')

describe('placing a build', () => {
  it('keeps the files that another version has already', () => {
    place('1.0.0', { 'a.1.js': 'one', 'b.1.js': 'two' })
    place('1.1.0', { 'a.1.js': 'one', 'b.2.js': 'three' })
    expect(sharedFiles()).toEqual(['a.1.js', 'b.1.js', 'b.2.js'])
    expect(versionsIn(areaDir()).sort()).toEqual(['1.0.0', '1.1.0'])
  })

  it('refuses a file that has the name of another one, and shows no version then', () => {
    place('1.0.0', { 'a.1.js': 'one' })
    expect(() => place('1.1.0', { 'a.1.js': 'other' })).toThrow(/a\.1\.js exists with other content: remove .*logs/)
    expect(textOf('a.1.js')).toBe('one')
    expect(existsSync(path.join(areaDir(), '1.1.0'))).toBe(false)
  })
})

it('lists versions by when they were built, the last one first', () => {
  for (const [seconds, version] of ['1.0.0', '1.2.0', '1.1.0'].entries()) {
    place(version, {})
    utimesSync(path.join(areaDir(), version), seconds, seconds)
  }
  expect(versionsIn(areaDir())).toEqual(['1.1.0', '1.2.0', '1.0.0'])
})
