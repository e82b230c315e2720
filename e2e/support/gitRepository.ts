import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'

const IDENTITY = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
}

/** A real repository on this machine. */
export interface TestRepository {
  url: string
  /** Writes files, commits them and answers the commit id. */
  commit(message: string, files: Record<string, string>): Promise<string>
  remove(): Promise<void>
}

/** Creates an empty repository with the branch `main`. */
export async function makeRepository(): Promise<TestRepository> {
  const folder = await mkdtemp(path.join(tmpdir(), 'windlass-git-'))
  const git = (...args: string[]) => execa('git', args, { cwd: folder, env: IDENTITY })
  await git('init', '--quiet', '--initial-branch=main')
  return {
    url: `file://${folder}`,
    commit: async (message, files) => {
      for (const [name, content] of Object.entries(files)) {
        await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
        await writeFile(path.join(folder, name), content)
      }
      await git('add', '--all')
      await git('commit', '--quiet', '--message', message)
      return (await git('rev-parse', 'HEAD')).stdout
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
