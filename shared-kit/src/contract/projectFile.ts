import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Permission } from './permission.ts'
import { Id, listOf, Timestamp } from './shapes.ts'

/** What can be edited as text; anything larger is uploaded. */
export const PROJECT_FILE_TEXT_BYTES = 256 * 1024
/** An upload takes as long as the line of the person needs. */
const UPLOADING_MS = 3_600_000

/** A file that is put over the working copy at each deploy. */
export const ProjectFile = Type.Object({
  id: Type.Integer(),
  projectId: Type.Integer(),
  /** Relative to the root of the project. */
  filename: Type.String(),
  size: Type.Integer(),
  /** Permission bits as people write them, for example "0644". */
  mode: Type.String(),
  /** Grows with each change; sent back with a change it protects what somebody else has written meanwhile. */
  version: Type.Integer(),
  /** Who changed it last. */
  editor: Type.String(),
  insertTime: Timestamp,
  updateTime: Timestamp,
})
export type ProjectFile = Static<typeof ProjectFile>

const FileName = Type.String({ minLength: 1, maxLength: 255 })
const FileMode = Type.Optional(Type.String({ pattern: '^0?[0-7]{3}$' }))
const SeenVersion = Type.Optional(Type.Integer({ minimum: 0 }))
const Content = Type.String({ minLength: 1 })
const ChangedFile = Type.Object({ id: Type.Integer(), version: Type.Integer() })

export const ProjectFileList = endpoint({
  method: 'GET',
  path: '/project/getProjectFileList',
  access: [Permission.FileSync],
  /** Of the project. */
  input: Type.Object({ id: Id }),
  output: Type.Object({
    ...listOf(ProjectFile).properties,
    /** The largest upload that is taken. */
    limitBytes: Type.Integer(),
  }),
})

export const ProjectFileContent = endpoint({
  method: 'GET',
  path: '/project/getProjectFileContent',
  access: [Permission.FileSync],
  /** Of the file. */
  input: Type.Object({ id: Id }),
  output: Type.Object({
    /** "" when the file is missing on the disk of the console. */
    content: Type.String(),
    encoding: Type.String(),
    version: Type.Integer(),
  }),
})

/** The whole file as it is, with its name; the browser saves it. */
export const ProjectFileDownload = endpoint({
  method: 'GET',
  path: '/project/downloadProjectFile',
  access: [Permission.FileSync],
  input: Type.Object({ id: Id }),
  logged: true,
})

export const ProjectFileUpload = endpoint({
  method: 'POST',
  path: '/project/uploadFile',
  access: [Permission.FileSync],
  input: Type.Object({
    /** 0 or absent adds a file, else that one is replaced and gets the name. */
    projectFileId: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
    projectId: Id,
    filename: FileName,
    /** Absent: 0755 for a new file, unchanged for one that is replaced. */
    mode: FileMode,
    version: SeenVersion,
  }),
  output: ChangedFile,
  logged: true,
  multipart: true,
  timeoutMs: UPLOADING_MS,
})

export const ProjectFileAdd = endpoint({
  method: 'POST',
  path: '/project/addFile',
  access: [Permission.FileSync],
  input: Type.Object({
    projectId: Id,
    content: Content,
    filename: FileName,
    /** Absent: 0644. */
    mode: FileMode,
  }),
  output: ChangedFile,
  logged: true,
  hidden: ['content'],
})

/** Replaces the text; the encoding of the file stays. */
export const ProjectFileEdit = endpoint({
  method: 'PUT',
  path: '/project/editFile',
  access: [Permission.FileSync],
  input: Type.Object({
    id: Id,
    content: Content,
    /** The version that was edited; absent writes over whatever is there. */
    version: SeenVersion,
  }),
  logged: true,
  hidden: ['content'],
})

/** Changes the name and the permission bits. */
export const ProjectFileMove = endpoint({
  method: 'PUT',
  path: '/project/moveFile',
  access: [Permission.FileSync],
  input: Type.Object({ id: Id, filename: FileName, mode: FileMode }),
  logged: true,
})

export const ProjectFileRemove = endpoint({
  method: 'DELETE',
  path: '/project/removeFile',
  access: [Permission.FileSync],
  input: Type.Object({ projectFileId: Id }),
  logged: true,
})
