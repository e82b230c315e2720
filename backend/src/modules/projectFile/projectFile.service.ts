import path from 'node:path'
import type { Readable } from 'node:stream'
import { PROJECT_FILE_TEXT_BYTES } from '@windlass/shared-kit/contract/projectFile'
import type { Caller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db.ts'
import { AppError, failed } from '../../platform/errors.ts'
import { relativeProblem } from '../../platform/insideFolder.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Download } from '../../platform/sendDownload.ts'
import { unlessTaken } from '../../platform/taken.ts'
import { decodeText, encodeText } from '../../platform/textEncoding.ts'
import type { ProjectService } from '../project/project.service.ts'
import { createKeyLock } from '../repository/keyLock.ts'
import { removeInside } from './placeInside.ts'
import { createProjectFileStore, type FileColumns, type FileRecord } from './projectFile.store.ts'
import { createProjectFileDisk, type Incoming, type ProjectFileDisk } from './projectFileDisk.ts'

/** Where a file goes and how. */
export interface FilePlace {
  projectId: number
  filename: string
  /** Octal, for example "0644". */
  mode?: string | undefined
}

type Changed = { id: number; version: number }

/** Files that are put over the working copy of a project at each deploy. */
export interface ProjectFileService {
  list(caller: Caller, projectId: number): Promise<FileRecord[]>
  content(caller: Caller, id: number): Promise<{ content: string; encoding: string; version: number }>
  download(caller: Caller, id: number): Promise<Download>
  add(caller: Caller, place: FilePlace, content: string): Promise<Changed>
  /** @param version what was edited; another one there is refused */
  edit(caller: Caller, id: number, content: string, version?: number): Promise<void>
  /** @param fileId the file that is replaced, 0 for a new one */
  upload(
    caller: Caller,
    place: FilePlace,
    file: { fileId: number; version?: number | undefined; content: Readable; isCut: () => boolean },
  ): Promise<Changed>
  move(caller: Caller, id: number, place: Omit<FilePlace, 'projectId'>): Promise<void>
  remove(caller: Caller, id: number): Promise<void>
  /** Takes back what was put over a working copy, before it is brought to another commit. */
  takeBack(projectId: number, workFolder: string): Promise<void>
  /** Puts every file over the working copy; answers their names. @throws AppError with the first that cannot be put */
  copyInto(projectId: number, workFolder: string, signal: AbortSignal): Promise<string[]>
  /** As `copyInto`, over a folder that is not the working copy, so that nothing is to be taken back from it. */
  layOver(projectId: number, folder: string, signal: AbortSignal): Promise<string[]>
}

const UNKNOWN = 'this file does not exist any more; load the list again'
const UPLOADED_MODE = 0o755
const TYPED_MODE = 0o644

/** Two names that some file system takes for one are one. */
const keyOf = (filename: string): string => filename.normalize('NFC').toLowerCase()

const modeOf = (text: string | undefined, otherwise: number): number =>
  text === undefined ? otherwise : Number.parseInt(text, 8)

function requireName(filename: string): void {
  const problem = relativeProblem(filename)
  if (problem !== undefined) throw failed(`the name ${problem}`)
}

/** A name cannot be a file and the folder of another file. */
async function requireRoom(trx: Db, projectId: number, id: number, filename: string): Promise<void> {
  const key = keyOf(filename)
  const others = (await createProjectFileStore(trx).list(projectId)).filter((row) => row.id !== id)
  const inTheWay = others.find(({ nameKey }) => nameKey.startsWith(`${key}/`) || key.startsWith(`${nameKey}/`))
  if (inTheWay) throw failed(`${inTheWay.filename} is there already: one name cannot be a file and a folder`)
}

const changedBy = (filename: string, editor: string) =>
  failed(`${editor} has changed ${filename} meanwhile; open it again to see what it holds now`, { reason: 'conflict' })

type Tools = Pick<Platform, 'db' | 'env'> & { projects: ProjectService; disk: ProjectFileDisk }

/** Where something is written, and the row it takes the place of. */
interface Target {
  projectId: number
  filename: string
  row?: FileRecord | undefined
  mode: number
}

/** Writing rows together with what they stand for. */
function createWriting({ db, disk }: Tools) {
  const lock = createKeyLock()

  /** The row and the file change together: what the disk refuses is not in the list. */
  const store = (trx: Db, row: FileRecord | undefined, projectId: number, columns: FileColumns) => {
    const rows = createProjectFileStore(trx)
    const write = row ? rows.change(row.id, row.version, columns) : rows.add(projectId, columns)
    return unlessTaken<Changed | undefined>(
      write,
      `${columns.filename} is there already (letter case makes no other name)`,
    )
  }

  const write = (
    caller: Caller,
    { projectId, filename, row, mode }: Target,
    { size, put }: { size: number; put: () => Promise<void> },
  ): Promise<Changed> =>
    lock(projectId, () =>
      db.transaction().execute(async (trx: Db) => {
        await requireRoom(trx, projectId, row?.id ?? 0, filename)
        const columns = { filename, nameKey: keyOf(filename), size, mode, editor: caller.name }
        const changed = await store(trx, row, projectId, columns)
        if (!changed) throw changedBy(filename, 'somebody')
        await put()
        return changed
      }),
    )

  return {
    write,
    /** Gives what came in its place. */
    place: async (caller: Caller, target: Target, incoming: Incoming): Promise<Changed> => {
      const { projectId, filename, row } = target
      const put = () => disk.place(projectId, filename, incoming)
      const changed = await write(caller, target, { size: incoming.size, put }).finally(() => disk.discard(incoming))
      if (row && row.filename !== filename) await disk.remove(projectId, row.filename)
      return changed
    },
    remove: (row: FileRecord) =>
      lock(row.projectId, async () => {
        await createProjectFileStore(db).remove(row.id)
        await disk.remove(row.projectId, row.filename).catch((error: unknown) => {
          throw failed(`Delete file fail, Detail: ${error instanceof Error ? error.message : String(error)}`)
        })
      }),
    forget: (projectId: number) =>
      lock(projectId, async () => {
        await createProjectFileStore(db).removeAll(projectId)
        await disk.removeAll(projectId)
        await disk.copies.write(projectId, [])
      }),
  }
}

function createChanging(tools: Tools, find: (caller: Caller, id: number) => Promise<FileRecord>) {
  const { env, projects, disk } = tools
  const writing = createWriting(tools)
  const tooLarge = () =>
    failed(`the file has more than ${env.PROJECT_FILE_MIB} MiB; what is that large belongs elsewhere`)

  return {
    forget: writing.forget,

    add: async (caller: Caller, { projectId, filename, mode }: FilePlace, content: string) => {
      await projects.requireAnywhere(caller, projectId)
      requireName(filename)
      const incoming = await disk.receive(Buffer.from(content))
      return writing.place(caller, { projectId, filename, mode: modeOf(mode, TYPED_MODE) }, incoming)
    },

    edit: async (caller: Caller, id: number, content: string, version?: number) => {
      const row = await find(caller, id)
      if (version !== undefined && version !== row.version) throw changedBy(row.filename, row.editor)
      const before = await disk.read(row.projectId, row.filename, PROJECT_FILE_TEXT_BYTES)
      const read = before && decodeText(before)
      if (before && !read) throw failed(`${row.filename} is no text; upload it instead`)
      const incoming = await disk.receive(encodeText(content, read?.encoding ?? 'UTF-8'))
      await writing.place(caller, { ...row, row }, incoming)
    },

    upload: async (caller: Caller, place: FilePlace, file: Parameters<ProjectFileService['upload']>[2]) => {
      const { projectId, filename, mode } = place
      await projects.requireAnywhere(caller, projectId)
      requireName(filename)
      const row = file.fileId > 0 ? await find(caller, file.fileId) : undefined
      if (row && row.projectId !== projectId) throw failed(UNKNOWN)
      if (row && file.version !== undefined && file.version !== row.version) throw changedBy(row.filename, row.editor)
      const incoming = await disk.receive(file.content)
      if (file.isCut()) {
        await disk.discard(incoming)
        throw tooLarge()
      }
      return writing.place(
        caller,
        { projectId, filename, row, mode: modeOf(mode, row?.mode ?? UPLOADED_MODE) },
        incoming,
      )
    },

    move: async (caller: Caller, id: number, { filename, mode }: Omit<FilePlace, 'projectId'>) => {
      const row = await find(caller, id)
      requireName(filename)
      const { projectId, size } = row
      const put = () => disk.move(projectId, row.filename, filename)
      await writing.write(caller, { projectId, filename, row, mode: modeOf(mode, row.mode) }, { size, put })
    },

    remove: async (caller: Caller, id: number) => writing.remove(await find(caller, id)),
  }
}

function createCopying({ db, disk }: Tools): Pick<ProjectFileService, 'copyInto' | 'layOver' | 'takeBack'> {
  return {
    layOver: async (projectId, folder, signal) => {
      const rows = await createProjectFileStore(db).list(projectId)
      for (const row of rows) {
        signal.throwIfAborted()
        await disk.copy(row, folder)
      }
      return rows.map(({ filename }) => filename)
    },

    takeBack: async (projectId, workFolder) => {
      for (const name of await disk.copies.read(projectId)) {
        await removeInside(workFolder, name).catch((error: unknown) => {
          // Where a link leads out now, nothing of ours was ever put.
          if (!(error instanceof AppError)) throw error
        })
      }
    },
    copyInto: async (projectId, workFolder, signal) => {
      const rows = await createProjectFileStore(db).list(projectId)
      const names = rows.map(({ filename }) => filename)
      // Written before, so that nothing that was copied is forgotten when the console stops in between.
      await disk.copies.write(projectId, names)
      for (const row of rows) {
        signal.throwIfAborted()
        await disk.copy(row, workFolder)
      }
      return names
    },
  }
}

/** Creates the rules about project files. */
export function createProjectFileService(platform: Platform, projects: ProjectService): ProjectFileService {
  const { db, env } = platform
  const disk = createProjectFileDisk(env.DATA_DIR)
  const tools: Tools = { db, env, projects, disk }
  const find = async (caller: Caller, id: number): Promise<FileRecord> => {
    const row = await createProjectFileStore(db).find(caller.namespaceId, id)
    if (!row) throw failed(UNKNOWN)
    await projects.requireAnywhere(caller, row.projectId)
    return row
  }
  const { forget, ...changing } = createChanging(tools, find)
  projects.onRemove(forget)
  platform.onStart(() => disk.sweep())

  return {
    ...changing,
    ...createCopying(tools),
    list: async (caller, projectId) => {
      await projects.requireAnywhere(caller, projectId)
      return createProjectFileStore(db).list(projectId)
    },
    content: async (caller, id) => {
      const { projectId, filename, version } = await find(caller, id)
      const bytes = await disk.read(projectId, filename, PROJECT_FILE_TEXT_BYTES)
      const read = decodeText(bytes ?? Buffer.alloc(0))
      if (!read) throw failed(`${filename} is no text; download it, and upload it again`)
      return { content: read.text, encoding: read.encoding, version }
    },
    download: async (caller, id) => {
      const { projectId, filename } = await find(caller, id)
      return { name: path.posix.basename(filename), ...(await disk.stream(projectId, filename)) }
    },
  }
}
