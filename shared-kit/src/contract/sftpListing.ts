import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Permission } from './permission.ts'
import { Id } from './shapes.ts'

/** The listing socket: `serverId`, `G-N-ID` and `ctl=1` in the query; one without `ctl` speaks as older clients do. */
export const SFTP_SOCKET_PATH = '/ws/sftp'

/**
 * The socket as an endpoint, so that its gate is that of any other. Without `ctl` a text is the path of a folder and
 * each is answered by one envelope, in order; `links` adds symbolic links to it, which older clients would take for files.
 */
export const SftpSocket = endpoint({
  method: 'GET',
  path: SFTP_SOCKET_PATH,
  access: [Permission.ShowSftpFilePage],
  input: Type.Object({ serverId: Id, ctl: Type.Optional(Type.Integer()), links: Type.Optional(Type.Integer()) }),
})

/** What one answer to an older client holds at most; the last of it then says `truncated`. */
export const SFTP_ENTRIES_LIMIT = 10_000

/** What a path leads to. */
export type SftpKind = 'file' | 'dir' | 'link' | 'fifo' | 'socket' | 'char' | 'block' | 'other'

/**
 * One entry as it travels, as short as it can be because there may be 100,000 of them: name, size, time in Unix
 * seconds, mode with its kind, uid, gid; of a link also its target and the mode of what that is, 0 when it is not there.
 */
export type SftpRow = readonly [
  name: string,
  size: number,
  time: number,
  mode: number,
  uid: number,
  gid: number,
  target?: string,
  targetMode?: number,
]

/** What a page asks: a listing of a folder, or to stop one. Several may run at once. */
export const SftpQuestion = Type.Union([
  Type.Object({
    id: Type.Integer(),
    path: Type.String({ minLength: 1, maxLength: 4096 }),
    asRoot: Type.Optional(Type.Boolean()),
  }),
  Type.Object({ id: Type.Integer(), cancel: Type.Literal(true) }),
])
export type SftpQuestion = Static<typeof SftpQuestion>

/** The first frame of the socket. */
export interface SftpReady {
  type: 'ready'
  /** Where the user of the server is at home. */
  home: string
  /** Who signs in to the server. */
  user: string
  /** Whether the caller may ask for work as root; the server may still refuse it. */
  canRoot: boolean
}

/** A part of a listing; the first comes early and is small. Names of owners are told once, by their number. */
export interface SftpPart {
  id: number
  /** The folder as the server names it, `..` and links of the question followed. */
  path: string
  rows: SftpRow[]
  owners?: Record<string, string>
  groups?: Record<string, string>
  isDone: boolean
}

/** A listing that did not work out; code and message as in an envelope. */
export interface SftpRefusal {
  id: number
  code: number
  message: string
}

export type SftpFrame = SftpReady | SftpPart | SftpRefusal

/** One entry as pages use it. */
export interface SftpFile {
  name: string
  size: number
  /** Unix seconds. */
  time: number
  kind: SftpKind
  /** The permission bits, up to 0o7777. */
  bits: number
  uid: number
  gid: number
  /** The number as text where the server has no name for it. */
  owner: string
  group: string
  /** Of links only, as written. */
  target?: string
  /** Of links only; "" when it leads nowhere or in a circle. */
  targetKind?: SftpKind | ''
}

const KINDS: Readonly<Record<number, SftpKind>> = {
  [0o100000]: 'file',
  [0o040000]: 'dir',
  [0o120000]: 'link',
  [0o010000]: 'fifo',
  [0o140000]: 'socket',
  [0o020000]: 'char',
  [0o060000]: 'block',
}

/** The kind that a mode holds. */
export const kindOfMode = (mode: number): SftpKind => KINDS[mode & 0o170000] ?? 'other'

const LETTERS: Readonly<Record<SftpKind, string>> = {
  ...{ file: '-', dir: 'd', link: 'l', fifo: 'p', socket: 's', char: 'c', block: 'b', other: '?' },
}

/** A mode as `ls -l` writes it, such as `drwxr-xr-x`. */
export function modeText(kind: SftpKind, bits: number): string {
  const special = [0o4000, 0o2000, 0o1000].map((bit) => (bits & bit) !== 0)
  const triplets = [6, 3, 0].map((shift, i) => {
    const [r, w, x] = [4, 2, 1].map((bit) => ((bits >> shift) & bit) !== 0)
    const letter = i === 2 ? 't' : 's'
    const last = special[i] ? (x ? letter : letter.toUpperCase()) : x ? 'x' : '-'
    return `${r ? 'r' : '-'}${w ? 'w' : '-'}${last}`
  })
  return LETTERS[kind] + triplets.join('')
}

/** The names of owners and groups that a socket has told so far. */
export interface SftpNames {
  owners: Map<number, string>
  groups: Map<number, string>
}

const learn = (known: Map<number, string>, told: Record<string, string> = {}) => {
  for (const [id, name] of Object.entries(told)) known.set(Number(id), name)
}

/** Unpacks a part of a listing; `names` belongs to the socket and grows with each part. */
export function readSftpPart(part: Pick<SftpPart, 'rows' | 'owners' | 'groups'>, names: SftpNames): SftpFile[] {
  learn(names.owners, part.owners)
  learn(names.groups, part.groups)
  return part.rows.map(([name, size, time, mode, uid, gid, target, targetMode]) => ({
    ...{ name, size, time, uid, gid },
    kind: kindOfMode(mode),
    bits: mode & 0o7777,
    owner: names.owners.get(uid) ?? String(uid),
    group: names.groups.get(gid) ?? String(gid),
    ...(target !== undefined && { target, targetKind: targetMode ? kindOfMode(targetMode) : ('' as const) }),
  }))
}
