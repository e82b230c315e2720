import { ReleaseLeavePreview } from '@windlass/shared-kit/contract/areaUse'
import { PREVIEW_PATH } from '@windlass/shared-kit/contract/limits'
import {
  ReleaseAddPreview,
  ReleasePreviewList,
  ReleaseRevokePreview,
} from '@windlass/shared-kit/contract/releasePreview'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { everyHour } from '../../platform/everyHour.ts'
import type { Platform } from '../../platform/platform.ts'
import { createPreviewService, type PreviewedReleases, type PreviewService } from './preview.service.ts'
import { createPreviewStore } from './preview.store.ts'
import { previewPage } from './previewPage.ts'
import { CLOCK_LEEWAY_MS } from './previewToken.ts'
import type { PreviewOf } from './registryAnswers.ts'

/** Holds the token of the candidate that this browser sees; no script can read it. */
const PREVIEW_COOKIE = 'windlass_preview'
const OPENINGS_A_MINUTE = 60

function setCookie(request: FastifyRequest, reply: FastifyReply, token: string, lifeMs: number): void {
  reply.setCookie(PREVIEW_COOKIE, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: Math.ceil(lifeMs / 1000),
  })
}

/** The page behind a link: shows the candidate from now on, or says why not. */
function linkRoute({ app, access }: Platform, previews: PreviewService): void {
  const config = { rateLimit: { max: OPENINGS_A_MINUTE, timeWindow: '1 minute' } }
  // A wildcard, because a token is longer than a parameter may be.
  app.get(`${PREVIEW_PATH}/*`, { config, exposeHeadRoute: false }, async (request, reply) => {
    const token = (request.params as { '*': string })['*']
    const opening = await previews.open(token, await access.recognise(request))
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    if (opening.refusal === undefined) {
      // A clock that is ahead must not throw away what it was just given.
      setCookie(request, reply, token, Math.max(opening.expireTime - Date.now(), CLOCK_LEEWAY_MS))
      return reply.redirect('/')
    }
    const { status, html, policy } = previewPage(opening.refusal, request.headers['accept-language'] ?? '')
    reply.code(status).header('content-security-policy', policy).header('vary', 'accept-language')
    return reply.type('text/html; charset=utf-8').send(html)
  })
}

/** Links that show one user a candidate; answers what a browser previews, for its page and its registry. */
export function previewModule(platform: Platform, releases: PreviewedReleases): PreviewOf {
  const { mount, db } = platform
  const previews = createPreviewService(platform, releases)

  mount(ReleaseAddPreview, (input, caller) => previews.add(caller, input))
  mount(ReleasePreviewList, async ({ remote }) => ({ list: await createPreviewStore(db).list(remote) }))
  mount(ReleaseRevokePreview, async ({ id }, caller) => {
    await previews.revoke(caller, id)
    return null
  })
  mount(ReleaseLeavePreview, async (_input, caller, { request, reply }) => {
    await previews.leave(caller, request.cookies[PREVIEW_COOKIE] ?? '')
    setCookie(request, reply, '', 0)
    return null
  })
  linkRoute(platform, previews)

  everyHour(platform, 'forget old previews', previews.forget)

  return async (request, who) => {
    const token = request.cookies[PREVIEW_COOKIE] ?? ''
    return token === '' ? undefined : previews.find(token, who)
  }
}
