import {
  SftpChmod,
  SftpChown,
  SftpCopyMany,
  SftpDeleteMany,
  SftpMove,
  type SftpThere,
  SftpTransfer,
} from '@windlass/shared-kit/contract/sftp'
import { toast } from '@windlass/shared-kit/feedback'
import { ApiError } from '@windlass/shared-kit/http'
import { formatBytes, formatDateTime, useTranslation } from '@windlass/shared-kit/i18n'
import { App } from 'antd'
import { announceChange } from './folderChanges.ts'
import { seenName } from './namePieces.ts'
import { joinPath, nameOf, parentOf } from './remotePath.ts'
import { clearWorks, startWork, type Work, type WorkKind } from './works.ts'

/** Where files are and who works on them. */
export interface Files {
  serverId: number
  asRoot: boolean
  files: readonly string[]
}

type About = Pick<Work, 'kind' | 'serverId' | 'subject'>

const thereOf = (error: unknown): SftpThere['there'] | undefined =>
  // Checked before it is used: refusals carry data of several shapes.
  error instanceof ApiError ? (error.data as Partial<SftpThere> | null)?.there : undefined

const isStopped = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

const placesOf = (files: readonly string[]) => [...new Set(files.map(parentOf))]

/** Runs long work: what goes wrong is told, and what is in the way is asked about. */
function useRunner() {
  const { t } = useTranslation('server')
  const { modal } = App.useApp()
  const askToReplace = (there: SftpThere['there']) =>
    modal.confirm({
      title: t('sftp.there.title', { name: seenName(nameOf(there.path)) }),
      content: t(there.isDir ? 'sftp.there.folder' : 'sftp.there.file', {
        size: formatBytes(there.size),
        time: formatDateTime(there.time * 1000),
      }),
      okText: t('sftp.there.replace'),
      okButtonProps: { danger: true },
      cancelText: t('sftp.cancel'),
    })
  const subjectOf = (files: readonly string[]) =>
    files.length === 1 ? seenName(nameOf(files[0] ?? '') || '/') : t('sftp.items', { count: files.length })

  /** Answers whether it ended well. */
  const run = async (kind: WorkKind, { serverId, files }: Files, start: (about: About) => Promise<unknown>) => {
    try {
      await start({ kind, serverId, subject: subjectOf(files) })
      return true
    } catch (error) {
      if (!isStopped(error)) toast.error(error instanceof Error ? error.message : String(error))
      return false
    }
  }
  /** The same, once more and over what is there when the reader agrees. */
  const runAsking = (kind: WorkKind, files: Files, start: (about: About, overwrite: boolean) => Promise<unknown>) =>
    run(kind, files, async (about) => {
      try {
        await start(about, false)
      } catch (error) {
        const there = thereOf(error)
        if (!there) throw error
        clearWorks()
        if (!(await askToReplace(there))) throw new DOMException('The reader said no', 'AbortError')
        await start(about, true)
      }
    })
  return { run, runAsking }
}

/** The long work on files. Each resolves when it has ended, whether well or not: the panel of works tells which. */
export function useFileWork() {
  const { run, runAsking } = useRunner()
  const inputOf = ({ serverId, asRoot, files }: Files) => ({ serverId, asRoot, files: [...files] })
  return {
    remove: async (files: Files) => {
      await run('delete', files, (about) => startWork(about, SftpDeleteMany, inputOf(files)))
      announceChange(files.serverId, placesOf(files.files))
    },
    copy: async (files: Files, dir: string) => {
      await runAsking('copy', files, (about, overwrite) =>
        startWork(about, SftpCopyMany, { ...inputOf(files), dir, overwrite }),
      )
      announceChange(files.serverId, [dir])
    },
    move: async (files: Files, dir: string) => {
      await runAsking('move', files, (about, overwrite) =>
        startWork(about, SftpMove, { ...inputOf(files), dir, overwrite }),
      )
      announceChange(files.serverId, [...placesOf(files.files), dir])
    },
    chmod: async (files: Files, change: { bits: number; folderBits?: number; isRecursive: boolean }) => {
      await run('permissions', files, (about) => startWork(about, SftpChmod, { ...inputOf(files), ...change }))
      announceChange(files.serverId, placesOf(files.files))
    },
    chown: async (files: Files, change: { owner: string; group: string; isRecursive: boolean }) => {
      await run('owner', files, (about) => startWork(about, SftpChown, { ...inputOf(files), ...change }))
      announceChange(files.serverId, placesOf(files.files))
    },
    /** To other servers: one file or folder after the other; the first failure ends it. */
    transfer: async (from: Files, isDir: (file: string) => boolean, destServerIds: number[], destDir: string) => {
      const { serverId: sourceServerId, asRoot } = from
      for (const sourceFile of from.files) {
        const sourceIsDir = isDir(sourceFile)
        // What a folder holds goes into the destination: it gets a folder of its name there.
        const dir = sourceIsDir ? joinPath(destDir, nameOf(sourceFile)) : destDir
        const input = { sourceServerId, sourceFile, sourceIsDir, destServerIds, destDir: dir, asRoot, stream: true }
        const isWell = await run('transfer', { ...from, files: [sourceFile] }, (about) =>
          startWork(about, SftpTransfer, input),
        )
        for (const id of destServerIds) announceChange(id, [destDir])
        if (!isWell) return
      }
    },
  }
}
