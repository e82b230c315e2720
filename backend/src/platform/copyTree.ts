import { cp, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { failed } from './errors.ts'
import { programEnv } from './programEnv.ts'
import { runProgram } from './runProgram.ts'

/** How a folder is copied. */
export interface CopyTreeOptions {
  /** A path below the folder that is left out. */
  exclude?: string
  /** Files that are the same in this folder are linked to it instead of copied. */
  linkTo?: string
  signal?: AbortSignal
}

/** Files that come or go while they are copied are no failure. */
const VANISHED = 24

/** Copies a folder with the rights and times of its files, by rsync where it is installed. */
export async function copyTree(from: string, to: string, { exclude, linkTo, signal }: CopyTreeOptions): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  const args = ['-a', ...(exclude ? [`--exclude=/${exclude}`] : []), ...(linkTo ? [`--link-dest=${linkTo}`] : [])]
  const result = await runProgram('rsync', [...args, '--', `${from}/`, `${to}/`], {
    env: programEnv(),
    ...(signal && { signal }),
  })
  if (result.startError !== '') {
    const filter = (source: string) => exclude === undefined || source !== path.join(from, exclude)
    return cp(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true, filter })
  }
  if (result.code === 0 || result.code === VANISHED) return
  throw failed(`the files could not be copied: ${result.stderr.trim().split('\n')[0]}`)
}
