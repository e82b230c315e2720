import type { Platform } from '../../platform/platform.ts'
import type { OperatorNotices } from '../notification/operatorNotices.ts'
import type { ConsoleFolder } from './consoleFolder.ts'
import type { LoadFigures } from './loadFigures.ts'
import type { ReleaseStateCache } from './releaseState.ts'
import type { RemoteFiles } from './remoteFiles.ts'

/** What the parts of this module share. */
export interface ReleaseParts {
  platform: Platform
  state: ReleaseStateCache
  folder: ConsoleFolder
  files: RemoteFiles
  figures: LoadFigures
  operators: OperatorNotices
}
