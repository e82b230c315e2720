import {
  DIFF_BYTES,
  type DirEntry,
  type FileCompareItem,
  type TreeCompareServer,
} from '@windlass/shared-kit/contract/compare'
import type { Caller } from '../../platform/caller.ts'
import { AppError, denied, failed } from '../../platform/errors.ts'
import { requireRelative } from '../../platform/insideFolder.ts'
import type { Platform } from '../../platform/platform.ts'
import { SshError } from '../../platform/ssh/sshError.ts'
import { decodeText } from '../../platform/textEncoding.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'
import { projectVariables, substitute } from '../deploy/variables.ts'
import type { BoundServer, ProjectInPlain, ProjectService } from '../project/project.service.ts'
import { readSftpRules } from '../project/sftpRules.ts'
import { shellWords } from '../project/shellWords.ts'
import type { RepositoryService } from '../repository/repository.service.ts'
import type { ServerService } from '../server/server.service.ts'
import { compareTree, readTreeSource, type TreeSource } from './compareTree.ts'
import { type ServerFiles, withServerFiles } from './serverFiles.ts'
import { type IsExcluded, openWorkingCopy, type WorkingCopy } from './workingCopy.ts'

/** The working copy beside what is on the servers. */
export interface CompareService {
  list(caller: Caller, projectId: number, folder: string): Promise<DirEntry[]>
  file(caller: Caller, projectId: number, filePath: string): Promise<FileCompareItem[]>
  diff(
    caller: Caller,
    where: { projectId: number; serverId: number; filePath: string },
  ): Promise<{ srcText: string; distText: string; srcEncoding: string; distEncoding: string }>
  tree(
    caller: Caller,
    where: { projectId: number; serverId?: number | undefined; path: string },
  ): Promise<{ total: number; isFiltered: boolean; servers: TreeCompareServer[] }>
}

/** Below what a client waits. */
const SERVER_MS = 150_000
const AT_ONCE = 10
const NO_SERVERS = 'project have no projectServer'
/** Failures of a command or a session that is there already; all others are failures to get in. */
const INSIDE = ['remote', 'lost', 'busy']

const isClientError = (error: unknown) => error instanceof SshError && !INSIDE.includes(error.failure)

const reasonOf = (error: unknown): string => {
  if (error instanceof AppError) return error.message
  if (error instanceof Error && error.name === 'TimeoutError')
    return `the server took longer than ${SERVER_MS / 1000} s`
  return error instanceof Error ? error.message : String(error)
}

const named = ({ id, name, ip }: BoundServer) => ({ serverId: id, serverName: name, serverIP: ip })

interface Tools {
  ssh: Platform['ssh']
  projects: ProjectService
  repositories: RepositoryService
  servers: ServerService
}

interface Opened {
  project: ProjectInPlain
  copy: WorkingCopy
  servers: BoundServer[]
  onServer: ReturnType<typeof serverOpener>
}

/** What the transfer leaves out is no difference. */
function exclusionsOf(project: ProjectInPlain, workFolder: string): { isExcluded: IsExcluded; isFiltered: boolean } {
  const variables = projectVariables(project, project.lastPublishToken, workFolder)
  const words = (shellWords(project.transferOption) ?? []).map((word) => substitute(word, variables))
  const isFiltered = project.transferType !== 'custom' && words.some((word) => word.startsWith('--exclude'))
  if (!isFiltered) return { isFiltered, isExcluded: () => false }
  return { isFiltered, isExcluded: readSftpRules(words, project.transferType === 'rsync').isExcluded }
}

/** Runs the work on each server, some at once, in the order of the servers. */
async function onEach<T>(servers: readonly BoundServer[], work: (server: BoundServer) => Promise<T>): Promise<T[]> {
  const results = new Map<number, T>()
  const waiting = [...servers]
  const worker = async () => {
    for (let server = waiting.shift(); server; server = waiting.shift()) results.set(server.id, await work(server))
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, servers.length) }, worker))
  return [...servers].flatMap(({ id }) => results.get(id) ?? [])
}

/** The way from a server of a project to its files. */
function serverOpener({ ssh, servers }: Tools) {
  return async <T>(project: ProjectInPlain, serverId: number, work: (files: ServerFiles) => Promise<T>): Promise<T> => {
    const target = await servers.target(project.namespaceId, serverId)
    const signal = AbortSignal.timeout(SERVER_MS)
    return withServerFiles({ ssh, target, folder: project.path, signal }, work)
  }
}

async function compareOn(
  server: BoundServer,
  filePath: string,
  copy: { size: number; md5: () => Promise<string> },
  files: ServerFiles,
): Promise<FileCompareItem> {
  const blank = { ...named(server), isModified: false, reason: '', size: 0, modTime: '' }
  const there = await files.find(filePath)
  if (!there) return { ...blank, status: 'remote file not exists' }
  const found = { ...blank, size: there.size, modTime: formatTimestamp(there.modified * 1000) }
  if (there.size !== copy.size) return { ...found, status: 'modified', isModified: true }
  const sums = await files.md5([filePath])
  const sum = sums.get(filePath)
  if (sum === undefined) throw failed('the file cannot be read by the account that deploys')
  const isModified = sum !== (await copy.md5())
  return { ...found, isModified, status: isModified ? 'modified' : 'no change' }
}

const tooLarge = (where: string) =>
  failed(`the file ${where} is larger than ${DIFF_BYTES / 1024 / 1024} MiB, too large to show`)

function textOf(bytes: Buffer, where: string) {
  if (bytes.length > DIFF_BYTES) throw tooLarge(where)
  const read = decodeText(bytes)
  if (!read) throw failed(`the file ${where} is no text, so there is nothing to show`)
  return read
}

function requireBound(servers: readonly BoundServer[], serverId: number): BoundServer {
  const server = servers.find(({ id }) => id === serverId)
  if (!server) throw denied('no permission: this server does not belong to the project')
  return server
}

async function compareFile({ project, copy, servers, onServer }: Opened, filePath: string): Promise<FileCompareItem[]> {
  if (servers.length === 0) throw failed(NO_SERVERS)
  const size = await copy.size(filePath)
  let sum: Promise<string> | undefined
  const md5 = () => {
    sum ??= copy.md5(filePath)
    return sum
  }
  return onEach(servers, async (server) => {
    try {
      return await onServer(project, server.id, (files) => compareOn(server, filePath, { size, md5 }, files))
    } catch (error) {
      const status = isClientError(error) ? 'client error' : 'sftp error'
      return { ...named(server), status, isModified: false, reason: reasonOf(error), size: 0, modTime: '' }
    }
  })
}

async function diffFile({ project, copy, onServer }: Opened, server: BoundServer, filePath: string) {
  const where = 'in the working copy'
  if ((await copy.size(filePath)) > DIFF_BYTES) throw tooLarge(where)
  const here = textOf(await copy.read(filePath), where)
  const there = await onServer(project, server.id, async (files) => {
    const file = await files.find(filePath)
    if (!file) throw failed(`${filePath} is not there on ${server.name}`)
    return textOf(await files.read(file, DIFF_BYTES + 1), `on ${server.name}`)
  })
  return { srcText: here.text, distText: there.text, srcEncoding: here.encoding, distEncoding: there.encoding }
}

async function compareTrees(
  { project, onServer }: Opened,
  servers: readonly BoundServer[],
  source: TreeSource,
): Promise<TreeCompareServer[]> {
  return onEach(servers, async (server) => {
    try {
      return { ...named(server), ...(await onServer(project, server.id, (files) => compareTree(source, files))) }
    } catch (error) {
      const counts = { same: 0, changed: 0, missing: 0, onlyThere: 0 }
      return { ...named(server), reason: reasonOf(error), counts, entries: [] }
    }
  })
}

/** Creates the comparison of working copies with servers. */
export function createCompareService(tools: Tools): CompareService {
  const { projects, repositories } = tools
  const onServer = serverOpener(tools)

  const open = async (caller: Caller, projectId: number): Promise<Opened> => {
    const project = await projects.requireAnywhere(caller, projectId)
    const copy = openWorkingCopy(repositories.folder(projectId))
    return { project, copy, servers: await projects.servers(projectId), onServer }
  }

  return {
    list: async (caller, projectId, folder) => {
      const { copy } = await open(caller, projectId)
      return copy.list(requireRelative(folder))
    },
    file: async (caller, projectId, filePath) => compareFile(await open(caller, projectId), requireRelative(filePath)),
    diff: async (caller, { projectId, serverId, filePath }) => {
      const opened = await open(caller, projectId)
      return diffFile(opened, requireBound(opened.servers, serverId), requireRelative(filePath))
    },
    tree: async (caller, { projectId, serverId, path }) => {
      const opened = await open(caller, projectId)
      const { project, copy, servers } = opened
      const wanted = serverId === undefined ? servers : [requireBound(servers, serverId)]
      if (wanted.length === 0) throw failed(NO_SERVERS)
      const { isExcluded, isFiltered } = exclusionsOf(project, repositories.folder(projectId))
      const source = await readTreeSource(copy, requireRelative(path), isExcluded)
      return { total: source.files.size, isFiltered, servers: await compareTrees(opened, wanted, source) }
    },
  }
}
