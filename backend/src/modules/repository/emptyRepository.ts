import { mkdir, rm } from 'node:fs/promises'
import { followedNow, type RepositoryType, withoutHistory } from './repositoryType.ts'

/** Nothing comes from elsewhere: the scripts of the project make the files. */
export const emptyRepository: RepositoryType = {
  ...withoutHistory(async () => undefined),
  follow: async (folder) => {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return followedNow()
  },
}
