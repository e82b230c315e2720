import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { AreaId, AreaVersion, HostFacts } from '@windlass/shared-kit/contract/area'
import { CanaryAudience, RELEASE_EVENTS, RollbackRule } from '@windlass/shared-kit/contract/release'
import { ReleaseKey } from '@windlass/shared-kit/contract/releaseKey'
import { type Static, Type } from 'typebox'
import { ArtefactError } from './artefactError.ts'
import { fillPage } from './consolePage.ts'
import { ifThere } from './ifThere.ts'
import { parseAs, parseJson, requireShape } from './parseAs.ts'
import { isSealed, parseRegistry, sealOf, sealRegistry } from './registryFile.ts'
import { writeAtomically } from './writeAtomically.ts'

const REBUILD = '`pnpm release rebuild --target <folder>` writes it anew from the artefacts in the folder'

const Version = Type.Union([Type.Literal(''), AreaVersion])

const FolderChannel = Type.Object({
  stable: Version,
  canary: Type.Union([
    Type.Null(),
    Type.Object({
      version: AreaVersion,
      audience: CanaryAudience,
      startTime: Type.Integer(),
      startedBy: Type.String(),
    }),
  ]),
  isPinned: Type.Boolean(),
  isDisabled: Type.Boolean(),
  disabledReason: Type.String(),
  rule: RollbackRule,
  stableHistory: Type.Unsafe<readonly string[]>(Type.Array(Version)),
})

const FolderEvent = Type.Object({
  remote: AreaId,
  version: Version,
  kind: Type.Enum(RELEASE_EVENTS),
  userName: Type.String(),
  detail: Type.String(),
  /** Unix milliseconds. */
  time: Type.Integer(),
})

/** What a folder remembers besides what it serves: `channels.json`. */
export const FolderState = Type.Object({
  format: Type.Literal(1),
  channels: Type.Record(AreaId, FolderChannel),
  /** The version of each area that came with the console. */
  builtIn: Type.Record(AreaId, AreaVersion),
  /** Who published what, by `<id>@<version>`. */
  published: Type.Record(Type.String(), Type.Object({ by: Type.String(), time: Type.Integer() })),
  /** Newest first. */
  history: Type.Array(FolderEvent),
  /** Seal of the registry that follows from this; another one on the disk comes from a new build of the console. */
  registrySeal: Type.String(),
})
export type FolderState = Static<typeof FolderState>

const Keys = Type.Object({ keys: Type.Array(ReleaseKey) })
const Page = Type.Object({ html: Type.String(), contentSecurityPolicy: Type.String() })

/** What a folder starts with. */
export const NEW_STATE: FolderState = {
  format: 1,
  channels: {},
  builtIn: {},
  published: {},
  history: [],
  registrySeal: '',
}

/** Facts about the console in a folder. */
export async function readHost(dir: string): Promise<HostFacts> {
  const text = await readText(dir, 'host.json')
  if (text === undefined)
    throw new ArtefactError(
      'folder',
      `${dir} holds no console (no host.json): build one with \`pnpm build\` and copy dist/console there`,
    )
  return parseAs(HostFacts, text, 'host.json', 'folder')
}

/** Keys that may sign what is released into a folder. */
export async function readKeys(dir: string): Promise<ReleaseKey[]> {
  const text = await readText(dir, 'keys.json')
  return text === undefined ? [] : parseAs(Keys, text, 'keys.json', 'folder').keys
}

/** Replaces the keys of a folder. */
export const writeKeys = (dir: string, keys: readonly ReleaseKey[]): Promise<void> =>
  writeAtomically(path.join(dir, 'keys.json'), `${JSON.stringify({ keys }, undefined, 2)}\n`)

/** What is out in a folder; refused when one of its files was edited by hand. */
export async function readState(dir: string): Promise<FolderState> {
  const registryText = await readText(dir, 'registry.json')
  if (registryText === undefined) throw new ArtefactError('registry', `${dir} has no registry.json: ${REBUILD}`)
  const registry = parseRegistry(registryText)
  const state = await readChannels(dir)
  if (state.registrySeal === registry.seal) return state
  // A new build of the console was put here: what it brought are the built-in versions from now on.
  const brought = Object.values(registry.remotes).filter(({ id, version }) => !isPublished(state, id, version))
  return {
    ...state,
    builtIn: { ...state.builtIn, ...Object.fromEntries(brought.map(({ id, version }) => [id, version])) },
  }
}

/** What `channels.json` says, without a look at the registry; refused when it was edited by hand. */
export async function readChannels(dir: string): Promise<FolderState> {
  const text = await readText(dir, 'channels.json')
  if (text === undefined) return NEW_STATE
  const value = parseJson(text, 'channels.json', 'folder')
  if (typeof value !== 'object' || value === null || !isSealed(value))
    throw new ArtefactError('folder', `channels.json in ${dir} was changed by hand: put it back, or ${REBUILD}`)
  return requireShape(FolderState, value, 'channels.json', 'folder')
}

/** Versions by area that `registry.json` names, however damaged it is otherwise; a hint, nothing more. */
export async function readRegistryHint(dir: string): Promise<Record<string, string>> {
  const Hint = Type.Object({ remotes: Type.Record(AreaId, Type.Object({ version: AreaVersion })) })
  const text = (await readText(dir, 'registry.json')) ?? ''
  try {
    const { remotes } = parseAs(Hint, text, 'registry.json', 'registry')
    return Object.fromEntries(Object.entries(remotes).map(([id, { version }]) => [id, version]))
  } catch (error) {
    // Nothing to learn from it: then what lies in the folder decides alone.
    if (error instanceof ArtefactError) return {}
    throw error
  }
}

/** Writes what is out, and the page that says so. The state first: it knows the registry that has to follow. */
export async function writeState(dir: string, state: FolderState, registry: Parameters<typeof sealRegistry>[0]) {
  const sealed = sealRegistry(registry)
  const { html } = await readPage(dir)
  await mkdir(dir, { recursive: true })
  const whole = { ...state, registrySeal: sealed.seal ?? '' }
  await writeAtomically(path.join(dir, 'channels.json'), JSON.stringify({ ...whole, seal: sealOf(whole) }))
  await writeAtomically(path.join(dir, 'registry.json'), JSON.stringify(sealed))
  await writeAtomically(path.join(dir, 'index.html'), fillPage({ html }, sealed))
}

/** The console's page before the registry is put in. */
export async function readPage(dir: string): Promise<Static<typeof Page>> {
  const text = await readText(dir, 'page.json')
  if (text === undefined)
    throw new ArtefactError(
      'folder',
      `${dir} has no page.json: build the console with \`pnpm build\` and copy dist/console there`,
    )
  return parseAs(Page, text, 'page.json', 'folder')
}

/** Whether a version was released into the folder, and did not come with the console. */
export const isPublished = ({ published }: Pick<FolderState, 'published'>, id: string, version: string): boolean =>
  Object.hasOwn(published, `${id}@${version}`)

const readText = (dir: string, name: string): Promise<string | undefined> =>
  ifThere(readFile(path.join(dir, name), 'utf8'))
