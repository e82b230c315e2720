import { Code } from '@windlass/shared-kit/contract'
import {
  ARCHIVE_LIMIT_BYTES,
  ReleaseCanary,
  ReleaseCompare,
  ReleaseContext,
  ReleaseEndCanary,
  ReleaseHistory,
  ReleaseList,
  ReleasePin,
  ReleasePromote,
  ReleasePublish,
  ReleaseRollback,
  ReleaseSetRule,
  ReleaseSwitch,
  ReleaseVersionList,
} from '@windlass/shared-kit/contract/release'
import { ReleaseKeyAdd, ReleaseKeyList, ReleaseKeyRevoke } from '@windlass/shared-kit/contract/releaseKey'
import type { FastifyRequest } from 'fastify'
import { diffReleases } from '../../artefact/diffReleases.ts'
import type { RegistryFor } from '../../platform/console.ts'
import { AppError, failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { NotificationService } from '../notification/notification.service.ts'
import { createOperatorNotices } from '../notification/operatorNotices.ts'
import { areasOf } from './areas.ts'
import { requireArea } from './channelChange.ts'
import { registryRoute, remoteFileRoute } from './console.routes.ts'
import { createConsoleFolder } from './consoleFolder.ts'
import { embedRoute } from './embed.routes.ts'
import { createLoadFigures } from './loadFigures.ts'
import { previewModule } from './preview.routes.ts'
import { previewedReleases } from './previewedReleases.ts'
import { createRegistryAnswers } from './registryAnswers.ts'
import { publisherContext } from './releaseContext.ts'
import { createReleaseDamage } from './releaseDamage.ts'
import { createReleaseKeyService } from './releaseKeys.service.ts'
import { createReleaseLists, type ReleaseLists } from './releaseList.ts'
import type { ReleaseParts } from './releaseParts.ts'
import { createPublish } from './releasePublish.ts'
import { createReleaseRetention } from './releaseRetention.ts'
import { createReleaseSource, type ReleaseSource } from './releaseSource.ts'
import { createReleaseState } from './releaseState.ts'
import { createReleaseService, type ReleaseService } from './releases.service.ts'
import { createReleaseUse } from './releaseUse.ts'
import { createRemoteEventStore } from './remoteEvent.store.ts'
import { createRemoteFiles } from './remoteFiles.ts'
import { createRemoteKeyStore } from './remoteKey.store.ts'
import { reportModule } from './report.routes.ts'
import { reportedReleases } from './reportedReleases.ts'

/** What the server needs of this module besides its endpoints. */
export interface ReleaseModule {
  registryFor: RegistryFor
  /** What is wrong with the registry, a sentence each. */
  problems(): Promise<string[]>
}

async function uploadedArchive(request: FastifyRequest): Promise<Buffer> {
  const limits = { fileSize: ARCHIVE_LIMIT_BYTES, files: 1 }
  const part = request.isMultipart() ? await request.file({ limits }) : undefined
  if (!part) throw new AppError(Code.IllegalParameter, 'no archive was sent; send one part named file')
  return part.toBuffer().catch((error: unknown) => {
    const limit = ARCHIVE_LIMIT_BYTES / 1024 / 1024
    if (part.file.truncated)
      throw failed(`the archive is larger than ${limit} MiB; take out what the area does not need`)
    throw error
  })
}

function changingRoutes({ mount }: Platform, releases: ReleaseService): void {
  mount(ReleasePromote, async ({ remote, version }, caller) => {
    await releases.promote(caller, remote, version)
    return null
  })
  mount(ReleaseCanary, async (input, caller) => {
    await releases.startCanary(caller, input)
    return null
  })
  mount(ReleaseEndCanary, async ({ remote }, caller) => {
    await releases.endCanary(caller, remote)
    return null
  })
  mount(ReleaseRollback, async ({ remote, version }, caller) => ({
    version: await releases.rollback(caller, remote, version),
  }))
  mount(ReleasePin, async (input, caller) => {
    await releases.pin(caller, input)
    return null
  })
  mount(ReleaseSwitch, async (input, caller) => {
    await releases.switch(caller, input)
    return null
  })
  mount(ReleaseSetRule, async (input, caller) => {
    await releases.setRule(caller, input)
    return null
  })
}

function readingRoutes({ platform, state, folder }: ReleaseParts, lists: ReleaseLists, source: ReleaseSource): void {
  const { mount, db } = platform
  const current = async () => areasOf(await state.current(), folder)
  mount(ReleaseList, () => lists.overviews())
  mount(ReleaseVersionList, async ({ remote }) => ({ list: await lists.versions(remote) }))
  mount(ReleaseHistory, ({ remote, page, rows }) => createRemoteEventStore(db).page(remote, page, rows))
  mount(ReleaseCompare, async ({ remote, from, to }) => {
    const areas = await current()
    requireArea(areas, remote)
    return diffReleases(await source.describe(areas, remote, from), await source.describe(areas, remote, to))
  })
  mount(ReleaseContext, async ({ remote }) => publisherContext(await current(), remote, platform))
}

function keyRoutes({ mount, db }: Platform): void {
  const keys = createReleaseKeyService({ db })
  mount(ReleaseKeyList, async () => ({ list: await createRemoteKeyStore(db).list() }))
  mount(ReleaseKeyAdd, async (fields, caller) => ({ id: await keys.add(caller, fields) }))
  mount(ReleaseKeyRevoke, async ({ id }) => {
    await keys.revoke(id)
    return null
  })
}

/** Releases of areas: what teams publish, who gets what, and the page that comes of it. */
export function releaseModule(platform: Platform, notifications: Pick<NotificationService, 'send'>): ReleaseModule {
  const state = createReleaseState(platform)
  const folder = createConsoleFolder(platform.env, platform.log)
  const files = createRemoteFiles(platform, folder)
  const parts: ReleaseParts = {
    platform,
    state,
    folder,
    files,
    figures: createLoadFigures(platform.db),
    operators: createOperatorNotices(platform, notifications),
  }
  const source = createReleaseSource(parts)
  const releases = createReleaseService(parts, source)
  const damage = createReleaseDamage(parts)
  const lists = createReleaseLists(parts, source, damage)
  const publish = createPublish(parts)
  const previewOf = previewModule(platform, previewedReleases(parts, source))
  const use = createReleaseUse(platform)
  const retention = createReleaseRetention(parts, use)
  const answerFor = createRegistryAnswers({ platform, state, folder, use, previewOf })

  platform.mount(ReleasePublish, async (wanted, caller, { request }) => {
    const published = await publish(caller, wanted, await uploadedArchive(request))
    await retention
      .run(wanted.remote)
      .catch((error: unknown) => platform.log.error({ err: error, ...wanted }, 'cannot drop old versions'))
    return published
  })
  changingRoutes(platform, releases)
  readingRoutes(parts, lists, source)
  keyRoutes(platform)
  reportModule(platform, reportedReleases(parts, releases, damage))
  registryRoute(parts, damage, answerFor)
  remoteFileRoute(parts)
  embedRoute(parts)
  platform.onStart(async () => {
    // Also the files of the console: what was good at the start is kept, should somebody change it before anybody asks.
    areasOf(await state.current(), folder)
  })
  return { registryFor: answerFor, problems: lists.problems }
}
