import { Permission } from '@windlass/shared-kit/contract'
import { type SocketProjectMessage, SocketProjectState, SocketType } from '@windlass/shared-kit/contract/socket'
import type { Audience } from '../../platform/hub.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ProjectInPlain, ProjectService } from '../project/project.service.ts'
import type { PublishRecord } from './publish.store.ts'

/** What a frame needs to know of a deploy. */
export interface Announced {
  publish: Pick<PublishRecord, 'token' | 'publisherName'>
  project: Pick<ProjectInPlain, 'id' | 'name' | 'namespaceId'>
  log?: { offset(): number }
}

/** Tells the pages that may see a project what its deploys do. A page that is not told reads the same from the log. */
export interface DeployFrames {
  moved(
    deploy: Announced,
    state: SocketProjectMessage['state'],
    message: string,
    ext?: SocketProjectMessage['ext'],
  ): void
  /** The log grew; told a few times a second at most. */
  grown(deploy: Announced): void
  /** The queue moved. */
  queueMoved(namespaceId: number): void
}

/** PostgreSQL carries hardly 8000 bytes in one notification; the page reads the whole text from the log. */
const TEXT_LIMIT = 500
const NEWS_MS = 250

const short = (ext: SocketProjectMessage['ext']): SocketProjectMessage['ext'] =>
  ext !== null && 'diff' in ext
    ? { ...ext, message: ext.message.slice(0, TEXT_LIMIT), diff: ext.diff.slice(0, TEXT_LIMIT) }
    : ext

/** Sends one frame about a deploy to those who may see its project. */
const sender =
  (hub: Platform['hub'], projects: ProjectService) =>
  async (deploy: Announced, message: Partial<SocketProjectMessage>): Promise<void> => {
    const { project, publish } = deploy
    const audience: Audience = {
      namespaceId: project.namespaceId,
      permissions: [Permission.GetAllDeployList],
      userIds: await projects.userIds(project.id),
    }
    await hub.send(audience, {
      type: SocketType.Project,
      message: {
        projectId: project.id,
        projectName: project.name,
        namespaceId: project.namespaceId,
        state: SocketProjectState.Deploying,
        message: '',
        ext: null,
        token: publish.token,
        publisherName: publish.publisherName,
        time: Date.now(),
        ...(deploy.log && { offset: deploy.log.offset() }),
        ...message,
      },
    })
  }

/** Creates the sender of frames. */
export function createDeployFrames(
  { hub, log }: Pick<Platform, 'hub' | 'log'>,
  projects: ProjectService,
): DeployFrames {
  const stages = new Map<string, string>()
  /** Deploys whose pages were told of growth a moment ago, and whether there was more since. */
  const resting = new Map<string, { hasMore: boolean }>()

  const send = sender(hub, projects)
  const quietly = (sending: Promise<void>) => {
    // Live messages are a comfort: a deploy goes on without them.
    sending.catch((error: unknown) => log.warn({ err: error }, 'cannot tell the pages about a deploy'))
  }

  /** The first news goes at once, what comes soon after it goes together. */
  const grown = (deploy: Announced): void => {
    const { token } = deploy.publish
    const rest = resting.get(token)
    if (rest) {
      rest.hasMore = true
      return
    }
    const message = stages.get(token)
    // After the last stage the closing frame has told the final length already.
    if (message === undefined) return
    quietly(send(deploy, { message }))
    const begun = { hasMore: false }
    resting.set(token, begun)
    setTimeout(() => {
      resting.delete(token)
      if (begun.hasMore) grown(deploy)
    }, NEWS_MS).unref()
  }

  return {
    moved: (deploy, state, message, ext = null) => {
      const { token } = deploy.publish
      if (state === SocketProjectState.Deploying) stages.set(token, message)
      else stages.delete(token)
      quietly(send(deploy, { state, message: message.slice(0, TEXT_LIMIT), ext: short(ext) }))
    },
    grown,
    queueMoved: (namespaceId) => {
      const audience = { namespaceId, permissions: [Permission.ShowDeployPage] }
      quietly(hub.send(audience, { type: SocketType.Reload, message: { reason: 'queue' } }))
    },
  }
}
