import { ReviewState } from '@windlass/shared-kit/contract'
import {
  DeployCallback,
  DeployCallbackAnswer,
  DeployReview,
  ProjectReviewList,
} from '@windlass/shared-kit/contract/review'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, failed } from '../../platform/errors.ts'
import { languageOf, type plainPage } from '../../platform/plainPage.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DeployService } from '../deploy/deploy.service.ts'
import type { NotificationService } from '../notification/notification.service.ts'
import type { ProjectService } from '../project/project.service.ts'
import type { RepositoryService } from '../repository/repository.service.ts'
import { callbackPage, refusedPage } from './callbackPage.ts'
import { createReviewService, type ReviewService } from './review.service.ts'

const wantsPage = (request: FastifyRequest): boolean => (request.headers.accept ?? '').includes('text/html')

async function sendPage(reply: FastifyReply, { html, policy }: ReturnType<typeof plainPage>, status = 200) {
  await reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('content-security-policy', policy)
    .type('text/html; charset=utf-8')
    .send(html)
}

/** Shows the page that asks; for a wrong or a used address the page that says so. */
async function showPage(
  reviews: ReviewService,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { id, secret }: { id: number; secret: string },
): Promise<void> {
  const language = languageOf(request.headers['accept-language'] ?? '')
  try {
    const { review, project } = await reviews.look(id, secret)
    if (review.state !== ReviewState.Wait) throw failed(`${review.editor}: ${review.reason}`.replace(/: $/, ''))
    await sendPage(reply, callbackPage(review, project.name, language))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await sendPage(reply, refusedPage(error.message, language), 404)
  }
}

/** Reviews: deploys that wait for a second person, answered in the console or from outside. */
export function reviewModule(
  platform: Platform,
  services: {
    projects: ProjectService
    repositories: RepositoryService
    deploys: DeployService
    notifications: NotificationService
  },
): void {
  const { mount, env } = platform
  const reviews = createReviewService(platform, services)
  services.deploys.detour((wish) => reviews.open(wish))

  mount(ProjectReviewList, async ({ id, page, rows }, caller) => {
    const { list, total } = await reviews.page(caller, id, { page, rows })
    return { list, pagination: { page, rows, total } }
  })
  mount(DeployReview, async ({ projectReviewId, state, reason = '' }, caller) => {
    await reviews.answer(caller, projectReviewId, { state, reason: reason.trim() })
    return null
  })
  mount.public(DeployCallback, async ({ project_review_id: id, token = '' }, _visitor, exchange) => {
    if (wantsPage(exchange.request)) {
      await showPage(reviews, exchange, { id, secret: token })
      return null
    }
    // Whatever previews a link reads it by GET: that alone must not deploy, unless the operator wants it so.
    if (!env.REVIEW_CALLBACK_GET) {
      throw failed('answer by POST with project_review_id and token as JSON, or set REVIEW_CALLBACK_GET=true')
    }
    await reviews.answerByCallback(id, token, { state: ReviewState.Reviewed, reason: '' })
    return null
  })
  mount.public(DeployCallbackAnswer, async ({ project_review_id: id, token = '', state, reason = '' }) => {
    await reviews.answerByCallback(id, token, { state: state ?? ReviewState.Reviewed, reason: reason.trim() })
    return null
  })
}
