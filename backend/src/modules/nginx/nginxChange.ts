import { hash } from 'node:crypto'
import path from 'node:path'
import { Permission } from '@windlass/shared-kit/contract'
import type { NginxAction, NginxTest } from '@windlass/shared-kit/contract/nginx'
import { type Caller, holds } from '../../platform/caller.ts'
import { failed } from '../../platform/errors.ts'
import { lacking } from '../../platform/permissionError.ts'
import { decodeText, encodeText } from '../../platform/textEncoding.ts'
import type { NginxState } from './nginx.store.ts'
import { bytesOf, findPlace, type NginxPlace } from './nginxFiles.ts'
import { refuseSecretText } from './nginxPlace.ts'
import { MOVE, REMOVE, WRITE } from './nginxPrograms.ts'
import type { NginxRun, RunEnd } from './nginxRun.ts'
import { testInSandbox } from './nginxSandbox.ts'
import type { NginxSpot } from './nginxSpot.ts'
import { readTree, type TreeChange } from './nginxTree.ts'

/** An nginx that is worked on, and for whom. */
export interface NginxSession {
  caller: Caller
  serverId: number
  run: NginxRun
  spot: NginxSpot
}

/** What came of a change that nginx has accepted. */
export interface NginxSaved {
  test: NginxTest
  hash: string
}

/** Where states are kept. */
export interface NginxKeep {
  latestHash(place: { namespaceId: number; serverId: number; file: string }): Promise<string | undefined>
  add(state: NginxState): Promise<void>
}

const EXIT = { isThere: 64, isGone: 65, cannotWrite: 73, cutShort: 74, refused: 75 } as const

const textOf = (bytes: Buffer) => decodeText(bytes)?.text ?? bytes.toString('latin1')

/** Refused because the file is not as it was loaded; nothing was changed. */
const conflict = (name: string, bytes: Buffer | undefined) =>
  failed(`${name} was changed on the server since it was loaded; nothing was saved`, {
    conflict: { hash: bytes ? hash('sha256', bytes) : '', content: bytes ? textOf(bytes) : '' },
  })

const refused = (test: NginxTest) => failed(test.output || 'nginx refuses the configuration', { test })

/** Reads how a program that changes files ended. @throws AppError when nothing was changed */
function outcomeOf(name: string, { code, stdout, stderr }: RunEnd): string {
  const output = stdout.trim()
  if (code === 0) return output
  if (code === EXIT.refused) throw refused({ ok: false, output, isSandboxed: false })
  if (code === EXIT.isThere) throw failed(`${name} exists or was changed meanwhile; load the list again`)
  if (code === EXIT.isGone) throw failed(`${name} is not there any more; load the list again`)
  if (code === EXIT.cutShort) throw failed(`${name} did not arrive whole; it was left as it was`)
  throw failed(stderr.trim() || `${name} cannot be written by this account; it was left as it was`)
}

/** @throws AppError with what nginx says when it would refuse the changed configuration */
async function requireValid({ run, spot }: NginxSession, change: TreeChange): Promise<boolean> {
  const test = await testInSandbox(run, spot, change)
  if (test && !test.ok) throw refused(test)
  return test !== undefined
}

const NOTHING_GONE: ReadonlySet<string> = new Set()
const NO_TEXTS: ReadonlyMap<string, Buffer> = new Map()

type Keeper = ReturnType<typeof keeperOf>

/** Keeps states of files for a session. */
function keeperOf(keep: NginxKeep) {
  const remember = ({ caller, serverId }: NginxSession, file: string, action: NginxAction, bytes: Buffer) =>
    keep.add({
      ...{
        namespaceId: caller.namespaceId,
        serverId,
        file,
        action,
        content: textOf(bytes),
        hash: hash('sha256', bytes),
      },
      ...{ size: bytes.length, userId: action === 'found' ? 0 : caller.userId },
      userName: action === 'found' ? '' : caller.name,
    })
  return {
    remember,
    /** Keeps what is there before it is replaced, unless it is known. */
    rememberFound: async (session: NginxSession, file: string, bytes: Buffer) => {
      const place = { namespaceId: session.caller.namespaceId, serverId: session.serverId, file }
      if ((await keep.latestHash(place)) !== hash('sha256', bytes)) await remember(session, file, 'found', bytes)
    },
  }
}

interface Writing {
  bytes: Buffer
  /** Hash of what has to be there; "" for nothing. */
  expected: string
  /** Whose mode and owner a new file takes. */
  like: string
  action: NginxAction
}

async function write(keeper: Keeper, session: NginxSession, place: NginxPlace, writing: Writing): Promise<NginxSaved> {
  const { run, spot } = session
  const { bytes, expected, like, action } = writing
  const isSandboxed = await requireValid(session, { texts: new Map([[place.real, bytes]]), gone: NOTHING_GONE })
  if (place.file?.bytes) await keeper.rememberFound(session, place.real, place.file.bytes)
  const digest = hash('sha256', bytes)
  const words = [spot.path, spot.conf, spot.prefix, place.real, expected, digest, like]
  const output = outcomeOf(place.path, await run(WRITE, words, bytes))
  await keeper.remember(session, place.real, action, bytes)
  return { test: { ok: true, output, isSandboxed }, hash: digest }
}

async function edit(
  keeper: Keeper,
  session: NginxSession,
  input: { dir: string; filename: string; content: string; hash?: string | undefined },
): Promise<NginxSaved> {
  const tree = await readTree(session.run, session.spot)
  const place = await findPlace(session.run, session.spot, tree, input)
  const { file } = place
  const needed = file ? Permission.EditNginxConfig : Permission.AddNginxConfig
  if (!holds(session.caller, needed)) throw lacking(session.caller, needed)
  refuseSecretText(place.path, input.content)
  const before = file && bytesOf(place)
  const known = before ? hash('sha256', before) : ''
  if (input.hash !== undefined && input.hash !== known) throw conflict(place.path, before)
  const encoding = (before && decodeText(before)?.encoding) ?? 'UTF-8'
  const bytes = encodeText(input.content, encoding)
  return write(keeper, session, place, { bytes, expected: known, like: '', action: 'save' })
}

/** The file that is there and the free place beside it. */
async function pairOf(
  { run, spot }: NginxSession,
  { dir, from, to }: { dir: string; from: string; to: string },
): Promise<{ source: NginxPlace; place: NginxPlace; bytes: Buffer }> {
  const tree = await readTree(run, spot)
  const source = await findPlace(run, spot, tree, { dir, filename: from })
  const place = await findPlace(run, spot, tree, { dir, filename: to })
  if (place.file) throw failed(`${place.path} exists already; choose another name`)
  return { source, place, bytes: bytesOf(source) }
}

async function copy(
  keeper: Keeper,
  session: NginxSession,
  { dir, srcName, dstName }: { dir: string; srcName: string; dstName: string },
): Promise<NginxSaved> {
  const { source, place, bytes } = await pairOf(session, { dir, from: srcName, to: dstName })
  return write(keeper, session, place, { bytes, expected: '', like: source.real, action: 'copy' })
}

async function rename(
  keeper: Keeper,
  session: NginxSession,
  { dir, currentName, newName }: { dir: string; currentName: string; newName: string },
): Promise<NginxSaved> {
  const { run, spot } = session
  const { source, place, bytes } = await pairOf(session, { dir, from: currentName, to: newName })
  if (source.path === spot.conf) throw failed('this is the main file: without it nginx cannot start')
  // A link that gets another name leads where it led.
  const texts = new Map([[place.path, bytes]])
  const isSandboxed = await requireValid(session, { texts, gone: new Set([source.path]) })
  const words = [spot.path, spot.conf, spot.prefix, source.path, place.path]
  const output = outcomeOf(place.path, await run(MOVE, words))
  await keeper.remember(session, place.path, 'rename', bytes)
  return { test: { ok: true, output, isSandboxed }, hash: hash('sha256', bytes) }
}

async function remove(keeper: Keeper, session: NginxSession, file: string): Promise<NginxSaved> {
  const { run, spot } = session
  const tree = await readTree(run, spot)
  const at = { dir: path.posix.dirname(file), filename: path.posix.basename(file) }
  const place = await findPlace(run, spot, tree, at)
  if (place.path === spot.conf) throw failed('this is the main file: without it nginx cannot start')
  const bytes = bytesOf(place)
  const isSandboxed = await requireValid(session, { texts: NO_TEXTS, gone: new Set([place.path]) })
  await keeper.rememberFound(session, place.path, bytes)
  const output = outcomeOf(place.path, await run(REMOVE, [spot.path, spot.conf, spot.prefix, place.path]))
  await keeper.remember(session, place.path, 'delete', bytes)
  return { test: { ok: true, output, isSandboxed }, hash: '' }
}

/** Tests a changed file in a copy of the configuration only. */
async function test(
  { run, spot }: NginxSession,
  input: { dir: string; filename: string; content: string },
): Promise<NginxTest> {
  const place = await findPlace(run, spot, await readTree(run, spot), input)
  const encoding = (place.file?.bytes && decodeText(place.file.bytes)?.encoding) ?? 'UTF-8'
  const texts = new Map([[place.real, encodeText(input.content, encoding)]])
  const found = await testInSandbox(run, spot, { texts, gone: NOTHING_GONE })
  if (!found) throw failed('no copy of this configuration can be tested here; saving tests it in its place instead')
  return found
}

type Rest<Work> = Work extends (keeper: Keeper, ...rest: infer Words) => infer Result
  ? (...rest: Words) => Result
  : never

/** Changes to the files of an nginx: each is tested before it is made, and taken back when nginx refuses it after all. */
export function createNginxChanges(keep: NginxKeep): {
  edit: Rest<typeof edit>
  copy: Rest<typeof copy>
  rename: Rest<typeof rename>
  remove: Rest<typeof remove>
  test: typeof test
} {
  const keeper = keeperOf(keep)
  return {
    edit: (...words) => edit(keeper, ...words),
    copy: (...words) => copy(keeper, ...words),
    rename: (...words) => rename(keeper, ...words),
    remove: (...words) => remove(keeper, ...words),
    test,
  }
}
