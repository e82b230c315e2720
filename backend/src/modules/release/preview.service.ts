import type { AreaRelease } from '@windlass/shared-kit/contract/area'
import type { FastifyRequest } from 'fastify'

/** Who looks at the console; only a signed-in browser can see a candidate. */
export interface PreviewViewer {
  userId: number
  /** "" for an API key. */
  sessionId: string
}

/** A candidate that one browser sees at this moment. */
export interface Candidate {
  remote: string
  version: string
  /** "" for a published version, else the origin of a developer's machine. */
  origin: string
  /** Unix milliseconds. */
  expireTime: number
  /** What a developer's machine serves; undefined for a published version, whose release is known. */
  release?: AreaRelease
}

/** Tells whether a browser sees a candidate; asked for every page. */
export interface PreviewRegistry {
  /** Undefined for everybody whose cookie names no candidate that is his and lasts; costs nothing without the cookie. */
  previewFor(
    request: Pick<FastifyRequest, 'cookies'>,
    viewer: PreviewViewer | undefined,
  ): Promise<Candidate | undefined>
}

/** What previews need to know about releases. */
export interface PreviewedReleases {
  /** Refuses a version that is not kept, not whole, or does not fit this console. @throws AppError */
  requireShowable(remote: string, version: string): Promise<void>
  /** Routes of the other areas, which a candidate must not claim. */
  routesBeside(remote: string): Promise<readonly { remote: string; path: string }[]>
}
