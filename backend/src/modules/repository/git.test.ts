import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { git } from './git.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'windlass-git-words-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('what git says when it fails', () => {
  it('names the cause of a clone, without its progress and without where the console keeps things', async () => {
    const url = `file://${folder}/nothing.git`
    const remote = { url, knownHosts: '/dev/null' }
    const copy = path.join(folder, 'copy')
    await expect(git(['clone', '--', url, copy], { remote })).rejects.toThrow(
      /^git clone failed \(exit status 128\): fatal: '.*nothing\.git' does not appear to be a git repository\nfatal: Could not read from remote repository\.$/,
    )
  })

  it('is told whole where there is nothing but words', async () => {
    await expect(git(['rev-parse', '--verify', 'nothing'], { cwd: folder })).rejects.toThrow(
      /^git rev-parse failed \(exit status 128\): fatal: not a git repository/,
    )
  })
})
