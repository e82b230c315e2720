import { existsSync } from 'node:fs'
import path from 'node:path'
import { copyTree } from '../../platform/copyTree.ts'
import { git } from './git.ts'

/** Copies a working copy with what its program remembers of it; nothing when there is none yet. */
export async function copyWorkingCopy(from: string, to: string, signal?: AbortSignal): Promise<void> {
  if (!existsSync(from)) return
  await copyTree(from, to, { exclude: '.git/objects', ...(signal && { signal }) })
  const objects = path.join('.git', 'objects')
  if (!existsSync(path.join(from, objects))) return
  // Objects never change, so the copy may share them; other files must not, because links change their times.
  await copyTree(path.join(from, objects), path.join(to, objects), {
    linkTo: path.join(from, objects),
    ...(signal && { signal }),
  })
  // The copies are new files to the disk, and git would write all of them again.
  await git(['config', 'core.trustctime', 'false'], { cwd: to })
  await git(['config', 'core.checkStat', 'minimal'], { cwd: to })
}
