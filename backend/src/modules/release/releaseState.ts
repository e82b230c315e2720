import type { AreaRelease, ReleaseContents } from '@windlass/shared-kit/contract/area'
import type { Channel } from '../../artefact/channel.ts'
import { ABOUT_WITHDRAWAL, withdrawnOf } from '../../artefact/withdrawn.ts'
import type { Platform } from '../../platform/platform.ts'
import { createRemoteChannelStore } from './remoteChannel.store.ts'
import { createRemoteEventStore } from './remoteEvent.store.ts'
import { createRemoteVersionStore, type VersionRow } from './remoteVersion.store.ts'

const TOPIC = 'release.changed'
/** A notice between nodes can be lost on its way, so nothing is believed for longer than this. */
const MAX_AGE_MS = 30_000
const RETRY_MS = 1_000
const DAY_MS = 86_400_000
/** How long a page is told that the version it runs was taken back. */
const WITHDRAWN_MS = 7 * DAY_MS

/** A version that was published here and is still kept. */
export interface PublishedVersion extends VersionRow {
  release: AreaRelease
  contents: ReleaseContents
}

/** What is in the database about releases, but for the archives. */
export interface ReleaseState {
  channels: ReadonlyMap<string, Channel>
  /** Sentences by version, by area. */
  damage: ReadonlyMap<string, Readonly<Record<string, string>>>
  /** Kept versions by area, by version. */
  published: ReadonlyMap<string, ReadonlyMap<string, PublishedVersion>>
  /** Every number that was ever published, by area. */
  usedUp: ReadonlyMap<string, readonly string[]>
  /** `<id>@<version>` of what was taken back lately and is not out again. */
  withdrawn: readonly string[]
}

/** Keeps the state in memory, because every page asks for it. */
export interface ReleaseStateCache {
  current(): Promise<ReleaseState>
  /** The same as it is in the database at this moment. */
  fresh(): Promise<ReleaseState>
  /** Tells every node that something was changed; this one has forgotten it when this returns. */
  changed(): Promise<void>
}

/** Reads the state; versions never change, so their long texts are read once. */
function stateReader({ db }: Pick<Platform, 'db'>): () => Promise<ReleaseState> {
  const versions = createRemoteVersionStore(db)
  let known: ReadonlyMap<number, PublishedVersion> = new Map()

  const withTexts = async (rows: readonly VersionRow[]): Promise<ReadonlyMap<number, PublishedVersion>> => {
    const unknown = rows.filter((row) => !known.has(row.id)).map((row) => row.id)
    const texts = unknown.length === 0 ? [] : await versions.texts(unknown)
    const textOf = new Map(texts.map((text) => [text.id, text]))
    const all = rows.flatMap((row): [number, PublishedVersion][] => {
      const before = known.get(row.id)
      const text = textOf.get(row.id)
      if (before) return [[row.id, { ...before, ...row }]]
      if (!text) return []
      // Both were checked when the version was published.
      const release = JSON.parse(text.release) as AreaRelease
      return [[row.id, { ...row, release, contents: JSON.parse(text.contents) as ReleaseContents }]]
    })
    return new Map(all)
  }

  return async () => {
    const rows = await versions.list()
    const channelRows = await createRemoteChannelStore(db).list()
    const history = await createRemoteEventStore(db).since(ABOUT_WITHDRAWAL, Date.now() - WITHDRAWN_MS)
    known = await withTexts(rows.filter((row) => row.dropTime === 0))
    const channels = new Map(channelRows.map((row) => [row.remote, row.channel]))
    const published = Map.groupBy(known.values(), (version) => version.remote)
    // A rollback to a named version gives that one to people without a line of its own.
    const isOut = new Set(
      channelRows.flatMap(({ remote, channel: { stable, canary } }) =>
        [stable, canary?.version ?? ''].map((version) => `${remote}@${version}`),
      ),
    )
    return {
      channels,
      damage: new Map(channelRows.map((row) => [row.remote, row.damage])),
      published: new Map(
        [...published].map(([remote, list]) => [remote, new Map(list.map((one) => [one.version, one]))]),
      ),
      usedUp: new Map(
        [...Map.groupBy(rows, (row) => row.remote)].map(([remote, list]) => [remote, list.map((row) => row.version)]),
      ),
      withdrawn: withdrawnOf(history).filter((name) => !isOut.has(name)),
    }
  }
}

/** Creates the cache; another node's changes reach it over the bus. */
export function createReleaseState({ db, bus, log }: Pick<Platform, 'db' | 'bus' | 'log'>): ReleaseStateCache {
  const read = stateReader({ db })
  let generation = 0
  let loaded: { generation: number; time: number; state: ReleaseState } | undefined
  let loading: { generation: number; state: Promise<ReleaseState> } | undefined
  bus.subscribe(TOPIC, () => {
    generation++
  })

  const load = async (asked: number): Promise<ReleaseState> => {
    try {
      const state = await read()
      loaded = { generation: asked, time: Date.now(), state }
      return state
    } catch (error) {
      if (!loaded) throw error
      // Pages open with what was known while the database is away.
      log.error({ err: error }, 'cannot read the releases; the ones known before are used')
      loaded = { ...loaded, generation: asked, time: Date.now() - MAX_AGE_MS + RETRY_MS }
      return loaded.state
    }
  }

  const current = async (): Promise<ReleaseState> => {
    if (loaded?.generation === generation && Date.now() - loaded.time < MAX_AGE_MS) return loaded.state
    if (loading?.generation !== generation) {
      const asked = generation
      const state = load(asked).finally(() => {
        if (loading?.state === state) loading = undefined
      })
      loading = { generation: asked, state }
    }
    return loading.state
  }

  return {
    current,
    fresh: () => {
      generation++
      return current()
    },
    changed: async () => {
      generation++
      await bus.publish(TOPIC, {})
    },
  }
}
