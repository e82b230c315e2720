import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Env } from '../../env.ts'
import { copyTree } from '../../platform/copyTree.ts'
import { StageError } from './deployError.ts'
import { treeDigest } from './treeDigest.ts'

/** The files of a deploy as they went to its servers. */
export interface Artefact {
  token: string
  projectId: number
  /** Of names, rights and contents. */
  digest: string
  files: number
  time: number
}

/** Keeps the files of successful deploys, to promote them to other projects. */
export interface Artefacts {
  /** Keeps what a working copy holds now, without git's own folder. */
  keep(from: string, of: { token: string; projectId: number }, signal: AbortSignal): Promise<Artefact>
  find(token: string): Promise<Artefact | undefined>
  /** Copies the files into a folder. @throws StageError when they are not what was kept */
  take(token: string, into: string, signal: AbortSignal): Promise<Artefact>
  /** Removes all but the newest of a project, and of those none that is in use. */
  prune(projectId: number, isUsed: (token: string) => boolean): Promise<void>
  /** Removes all of a project that was removed. */
  discard(projectId: number): Promise<void>
}

const KEPT = 5
const TOKEN = /^[0-9a-f-]{36}$/

/** Opens the store in DATA_DIR: one folder per deploy, which shares the files that did not change with the one before. */
export function createArtefacts({ DATA_DIR }: Pick<Env, 'DATA_DIR'>): Artefacts {
  const root = path.join(DATA_DIR, 'artefacts')
  const folderOf = (token: string) => path.join(root, token)
  const recordOf = (token: string) => path.join(root, `${token}.json`)

  const find = async (token: string): Promise<Artefact | undefined> => {
    if (!TOKEN.test(token)) return undefined
    try {
      return JSON.parse(await readFile(recordOf(token), 'utf8')) as Artefact
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
      throw error
    }
  }
  const list = async (projectId: number): Promise<Artefact[]> => {
    await mkdir(root, { recursive: true, mode: 0o700 })
    const names = (await readdir(root)).filter((name) => name.endsWith('.json'))
    const found = await Promise.all(names.map((name) => find(name.slice(0, -'.json'.length))))
    return found
      .filter((artefact) => artefact?.projectId === projectId)
      .flatMap((artefact) => artefact ?? [])
      .sort((one, other) => other.time - one.time)
  }

  const remove = async (token: string): Promise<void> => {
    await rm(recordOf(token), { force: true })
    await rm(folderOf(token), { recursive: true, force: true })
  }

  return {
    find,
    keep: async (from, { token, projectId }, signal) => {
      const [latest] = await list(projectId)
      const beside = `${folderOf(token)}.partial`
      await rm(beside, { recursive: true, force: true })
      await copyTree(from, beside, { exclude: '.git', signal, ...(latest && { linkTo: folderOf(latest.token) }) })
      const artefact = { token, projectId, ...(await treeDigest(beside)), time: Date.now() }
      await rename(beside, folderOf(token))
      // Written last: what has no record was not kept.
      await writeFile(recordOf(token), JSON.stringify(artefact))
      return artefact
    },
    take: async (token, into, signal) => {
      const artefact = await find(token)
      if (!artefact) throw new StageError('the files of that deploy are not kept any more; deploy the commit instead')
      await rm(into, { recursive: true, force: true })
      await copyTree(folderOf(token), into, { signal })
      const { digest } = await treeDigest(into)
      if (digest === artefact.digest) return artefact
      await rm(into, { recursive: true, force: true })
      throw new StageError('the kept files of that deploy were changed since; deploy the commit instead')
    },
    prune: async (projectId, isUsed) => {
      for (const { token } of (await list(projectId)).slice(KEPT)) {
        if (!isUsed(token)) await remove(token)
      }
    },
    discard: async (projectId) => {
      for (const { token } of await list(projectId)) await remove(token)
    },
  }
}
