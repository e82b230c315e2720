import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { DeployState, Permission, ReviewState, State } from '@windlass/shared-kit/contract'
import type { ProjectReview } from '@windlass/shared-kit/contract/review'
import { SocketType } from '@windlass/shared-kit/contract/socket'
import type { Caller } from '../../platform/caller.ts'
import { denied, failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'
import type { DeployService } from '../deploy/deploy.service.ts'
import type { DeployOrder, DeployRequest, DeployWish } from '../deploy/deployHooks.ts'
import type { NotificationService } from '../notification/notification.service.ts'
import type { ProjectInPlain, ProjectService } from '../project/project.service.ts'
import type { RepositoryService } from '../repository/repository.service.ts'
import { createReviewStore, type ReviewAnswer, type ReviewRecord, requestOf } from './review.store.ts'
import { callbackAddress, fillReviewAddress } from './reviewAddress.ts'
import { createReviewNotices, startExpiry, type TellReview } from './reviewNotices.ts'

/** Reviews: deploys that a second person lets through. */
export interface ReviewService {
  /** Opens a review for a deploy that needs one; answers whether it did. */
  open(wish: DeployWish & { caller: Caller }): Promise<boolean>
  page(
    caller: Caller,
    projectId: number,
    page: { page: number; rows: number },
  ): Promise<{ list: ProjectReview[]; total: number }>
  answer(caller: Caller, id: number, answer: Answer): Promise<void>
  /** What the page behind a callback address shows. @throws AppError when the address is not right */
  look(id: number, secret: string): Promise<{ review: ReviewRecord; project: ProjectInPlain }>
  /** The answer of whoever has the callback's secret. */
  answerByCallback(id: number, secret: string, answer: Answer): Promise<void>
}

interface Answer {
  state: ReviewAnswer['state']
  reason: string
}

const URL_PURPOSE = 'review.url'
/** The queue of calls to review addresses. */
const CALL_QUEUE = 'review.call'
const CALL_MS = 10_000
const SECRET_BYTES = 24
const HOUR_MS = 3_600_000
const INVALID = 'Project review state is invalid'
const BY_CALLBACK = { userId: 0, name: 'callback' }

const isSecretOf = (review: ReviewRecord, secret: string): boolean =>
  timingSafeEqual(Buffer.from(hash('sha256', secret)), Buffer.from(review.callbackHash.padEnd(64, '0')))

const isExpired = (review: ReviewRecord): boolean =>
  review.state === ReviewState.Wait && review.expireTime <= Date.now()

/** Why a review cannot be answered any more. */
function refusal(review: ReviewRecord): string {
  if (isExpired(review)) return `${INVALID}: it expired at ${formatTimestamp(review.expireTime)}; deploy once more`
  const verb = review.state === ReviewState.Rejected ? 'rejected' : 'approved'
  return `${INVALID}: ${review.editor} has ${verb} it already`
}

function reviewRow(review: ReviewRecord, serverNames: ReadonlyMap<number, string>): ProjectReview {
  const { script, serverIds } = requestOf(review)
  return {
    id: review.id,
    projectId: review.projectId,
    commitId: review.commitId,
    branch: review.branch,
    reviewURL: '',
    state: review.state as ProjectReview['state'],
    creatorId: review.creatorId,
    creator: review.creator,
    editorId: review.editorId,
    editor: review.editor,
    reason: review.reason,
    isExpired: isExpired(review),
    expireTime: formatTimestamp(review.expireTime),
    message: review.message,
    servers: serverIds.map((id) => serverNames.get(id) ?? String(id)),
    customVariables: script.customVariables ?? [],
    token: review.token,
    insertTime: formatTimestamp(review.insertTime),
    updateTime: formatTimestamp(review.updateTime),
  }
}

/** Members need a second person; whoever manages everything, and the very first deploy, do not. */
const needsReview = ({ project, order, caller }: DeployWish & { caller: Caller }): boolean =>
  project.review === State.Enabled &&
  project.deployState !== DeployState.NotDeployed &&
  order.kind === 'publish' &&
  !caller.isSuperManager

interface Services {
  projects: ProjectService
  repositories: RepositoryService
  deploys: DeployService
  notifications: NotificationService
}

interface Tools extends Services {
  tellRoom: TellReview
}

/** Those who may answer see on their boards that somebody waits, and that nobody does any more. */
const tell = ({ hub }: Platform, namespaceId: number) =>
  hub.send(
    { namespaceId, permissions: [Permission.DeployReview, Permission.DeployProject] },
    { type: SocketType.Reload, message: { reason: 'queue' } },
  )

function createOpen(platform: Platform, { repositories, tellRoom }: Tools): ReviewService['open'] {
  const { db, jobs, secrets, env } = platform

  return async (wish) => {
    if (!needsReview(wish)) return false
    const { project, order, caller } = wish
    if (order.request.commit === '') {
      throw failed('commit id is required: this project needs a review, and a review is bound to one commit')
    }
    const target = { commit: order.request.commit, branch: project.branch }
    const commit = await repositories.resolve(project, target)
    const exact = commit.commit || order.request.commit
    const request: DeployRequest = { ...order.request, commit: exact }
    const secret = randomBytes(SECRET_BYTES).toString('base64url')
    await db.transaction().execute(async (trx) => {
      const store = createReviewStore(trx)
      const id = await store.add({
        namespaceId: project.namespaceId,
        projectId: project.id,
        commitId: exact,
        branch: request.branch || project.branch,
        message: commit.message.slice(0, 1000),
        reviewUrl: '',
        request: JSON.stringify(request),
        overrideReason: order.overrideReason,
        callbackHash: hash('sha256', secret),
        expireTime: Date.now() + env.REVIEW_HOURS * HOUR_MS,
        creatorId: caller.userId,
        creator: caller.name,
      })
      const review = await store.find(id)
      if (review) await tellRoom(trx, project, review, 'waiting')
      if (project.reviewUrl === '') return
      const url = fillReviewAddress(project.reviewUrl, {
        project,
        commit: { branch: request.branch || project.branch, commit: exact },
        publisher: caller,
        time: Math.floor(Date.now() / 1000),
        callback: callbackAddress((env.PUBLIC_URL || caller.origin).replace(/\/+$/, ''), id, secret),
      })
      await store.setUrl(id, secrets.encrypt(url, URL_PURPOSE))
      await jobs.send(CALL_QUEUE, `review:${id}`, { id }, trx)
    })
    await tell(platform, project.namespaceId)
    return true
  }
}

/** Tells the review address that somebody waits; that it does not answer changes nothing about the review. */
function startCalls({ db, jobs, secrets, log }: Platform): void {
  jobs.work<{ id: number }>(CALL_QUEUE, { concurrency: 4 }, async ({ data }) => {
    const review = await createReviewStore(db).find(data.id)
    if (!review || review.state !== ReviewState.Wait || review.reviewUrl === '') return
    const url = new URL(secrets.decrypt(review.reviewUrl, URL_PURPOSE))
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(CALL_MS) })
      await response.body?.cancel()
      if (!response.ok)
        log.warn({ host: url.host, status: response.status, review: data.id }, 'a review address refused')
    } catch (error) {
      log.warn({ err: error, host: url.host, review: data.id }, 'a review address did not answer')
    }
  })
}

function createAnswering(platform: Platform, { projects, deploys, tellRoom }: Tools) {
  const { db } = platform
  const take = (review: ReviewRecord, project: ProjectInPlain, answer: ReviewAnswer) => async (trx: typeof db) => {
    const answered = await createReviewStore(trx).answer(review.id, answer)
    if (!answered) throw failed(refusal((await createReviewStore(trx).find(review.id)) ?? review))
    await tellRoom(trx, project, answered, answer.state === ReviewState.Rejected ? 'rejected' : 'approved')
  }

  return async (
    review: ReviewRecord,
    who: { userId: number; name: string },
    { answer, caller }: { answer: Answer; caller?: Caller },
  ): Promise<void> => {
    if (review.state !== ReviewState.Wait || isExpired(review)) throw failed(refusal(review))
    const said = { ...answer, editorId: who.userId, editor: who.name }
    const project = await projects.find(review.namespaceId, review.projectId)
    if (!project) throw failed('this project was removed')
    if (answer.state === ReviewState.Rejected) {
      await db.transaction().execute(take(review, project, { ...said, token: '' }))
      return tell(platform, review.namespaceId)
    }
    const order: DeployOrder = {
      kind: 'publish',
      request: requestOf(review),
      trigger: caller ? 'review' : 'callback',
      overrideReason: caller ? review.overrideReason : '',
    }
    await deploys.enqueue(who, project, order, {
      ...(caller && { caller }),
      claim: (trx, token) => take(review, project, { ...said, token })(trx),
    })
  }
}

/** Creates the rules about reviews. */
export function createReviewService(platform: Platform, services: Services): ReviewService {
  const { projects } = services
  const store = createReviewStore(platform.db)
  const tools = { ...services, tellRoom: createReviewNotices(services) }
  const answerReview = createAnswering(platform, tools)
  startCalls(platform)
  startExpiry(platform, services, tools.tellRoom)

  const require = async (caller: Caller, id: number): Promise<ReviewRecord> => {
    const review = await store.find(id)
    if (!review || review.namespaceId !== caller.namespaceId) throw failed('this review does not exist any more')
    await projects.require(caller, review.projectId, Permission.GetAllDeployList)
    return review
  }
  const look: ReviewService['look'] = async (id, secret) => {
    const review = await store.find(id)
    // The same words for a wrong number and a wrong secret: nobody learns which reviews there are.
    if (!review || !isSecretOf(review, secret)) throw denied('this address does not lead to a review; copy all of it')
    const project = await projects.find(review.namespaceId, review.projectId)
    if (!project) throw failed('this project was removed')
    return { review, project }
  }

  return {
    open: createOpen(platform, tools),
    look,
    page: async (caller, projectId, page) => {
      await projects.require(caller, projectId, Permission.GetAllDeployList)
      const names = new Map((await projects.servers(projectId)).map(({ id, name }) => [id, name]))
      const { list, total } = await store.page(projectId, page)
      return { list: list.map((review) => reviewRow(review, names)), total }
    },
    answer: async (caller, id, answer) => {
      const review = await require(caller, id)
      if (review.creatorId === caller.userId) {
        throw denied('somebody else has to answer this review: you asked for it yourself')
      }
      await answerReview(review, caller, { answer, caller })
    },
    answerByCallback: async (id, secret, answer) => {
      const { review } = await look(id, secret)
      await answerReview(review, BY_CALLBACK, { answer })
    },
  }
}
