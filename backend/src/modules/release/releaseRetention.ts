import { droppableVersions } from '../../artefact/retention.ts'
import { repeat } from '../../platform/repeat.ts'
import type { Areas } from './areas.ts'
import { areaIds, areasOf, builtInOf, channelOf } from './areas.ts'
import { createPreviewStore } from './preview.store.ts'
import type { ReleaseParts } from './releaseParts.ts'
import type { ReleaseUse } from './releaseUse.ts'
import { CONSOLE, createRemoteEventStore } from './remoteEvent.store.ts'
import { createRemoteVersionStore } from './remoteVersion.store.ts'

const DAY_MS = 86_400_000
/** Soon enough for a console that starts anew every day, and late enough to stand in nobody's way. */
const FIRST_MS = 3_600_000

/** Drops what nobody needs any more, so that neither the database nor a disk grows for ever. */
export interface ReleaseRetention {
  /** Looks at one area, or at all of them. */
  run(remote?: string): Promise<void>
}

/** Creates the retention; it runs every day, and whoever publishes runs it for his area. */
export function createReleaseRetention(
  { platform, state, folder, files, figures }: ReleaseParts,
  use: ReleaseUse,
): ReleaseRetention {
  const { db } = platform

  const publishedOf = (areas: Areas, remote: string) => [...(areas.state.published.get(remote)?.values() ?? [])]

  const dropOld = async (areas: Areas, remote: string, loaded: ReadonlyMap<string, number>): Promise<boolean> => {
    const published = publishedOf(areas, remote)
    const lastUse = published.map(({ version, lastUseTime }): [string, number] => {
      return [version, Math.max(lastUseTime, loaded.get(`${remote}@${version}`) ?? 0)]
    })
    const builtIn = builtInOf(areas, remote)
    const dropped = droppableVersions({
      channel: channelOf(areas, remote),
      versions: [
        ...published.map(({ version, insertTime }) => ({ version, publishTime: insertTime })),
        ...(builtIn === '' ? [] : [{ version: builtIn, publishTime: areas.host?.buildTime ?? 0 }]),
      ],
      lastUse: Object.fromEntries(lastUse),
      now: Date.now(),
    })
    const gone = published.filter(({ version }) => dropped.includes(version))
    for (const { id, version } of gone) {
      await db.transaction().execute(async (trx) => {
        if (!(await createRemoteVersionStore(trx).drop(id))) return
        const detail = 'Its files were removed: it is old, and nobody has used it for a day.'
        await createRemoteEventStore(trx).add({ remote, version, kind: 'drop', actor: CONSOLE, detail })
      })
    }
    return gone.length > 0
  }

  const run: ReleaseRetention['run'] = async (only) => {
    await use.flush()
    const areas = areasOf(await state.fresh(), folder)
    const now = Date.now()
    const previewed = await createPreviewStore(db).shown(now)
    // What somebody may look at by a link is in use, loaded or not.
    const loaded = new Map([
      ...(await figures.lastUse()),
      ...[...previewed].map((name): [string, number] => [name, now]),
    ])
    const ids = only === undefined ? areaIds(areas) : [only]
    const isDropped: boolean[] = []
    for (const remote of ids) isDropped.push(await dropOld(areas, remote, loaded))
    if (isDropped.includes(true)) await state.changed()
    const keptOf = (remote: string) => async () =>
      publishedOf(areasOf(await state.fresh(), folder), remote).map(({ contents }) => contents)
    for (const remote of ids) await files.sweep(remote, keptOf(remote))
  }

  repeat(platform, { everyMs: DAY_MS, firstMs: FIRST_MS, problem: 'cannot drop old versions' }, () => run())
  return { run }
}
