import { type Static, Type } from 'typebox'
import { AreaId, AreaVersion } from './area.ts'
import { endpoint } from './endpoint.ts'
import { Permission } from './permission.ts'
import { ById, listOf, Timestamp } from './shapes.ts'

/** Longest life of a preview link. */
export const PREVIEW_LIMIT_SECONDS = 7 * 86_400

export const ReleasePreview = Type.Object({
  id: Type.Integer(),
  remote: Type.String(),
  version: Type.String(),
  /** "" for a published version, else the origin of a developer's machine. */
  origin: Type.String(),
  userId: Type.Integer(),
  userName: Type.String(),
  createdBy: Type.String(),
  expireTime: Timestamp,
  /** "" until the link was opened. */
  openTime: Timestamp,
  isRevoked: Type.Boolean(),
})
export type ReleasePreview = Static<typeof ReleasePreview>

export const ReleasePreviewList = endpoint({
  method: 'GET',
  path: '/release/getPreviewList',
  access: [Permission.ShowReleasePage],
  input: Type.Object({ remote: Type.Optional(AreaId) }),
  output: listOf(ReleasePreview),
})

/**
 * Makes a link that shows one user a candidate, once opened in one browser. A published version may be shown to anybody;
 * a developer's machine (`release` then describes what it serves) only to the developer himself.
 */
export const ReleaseAddPreview = endpoint({
  method: 'POST',
  path: '/release/addPreview',
  access: [Permission.PreviewRelease],
  input: Type.Object({
    remote: AreaId,
    version: Type.Optional(AreaVersion),
    /** JSON of an `AreaRelease` whose base is on https or on this machine. */
    release: Type.Optional(Type.String({ maxLength: 200_000 })),
    /** Absent or 0 means whoever calls. */
    userId: Type.Optional(Type.Integer({ minimum: 0 })),
    seconds: Type.Integer({ minimum: 60, maximum: PREVIEW_LIMIT_SECONDS }),
  }),
  output: Type.Object({
    id: Type.Integer(),
    /** Path of the link below the console's address. */
    path: Type.String(),
    expireTime: Timestamp,
  }),
  logged: 'without-data',
})

export const ReleaseRevokePreview = endpoint({
  method: 'PUT',
  path: '/release/revokePreview',
  access: [Permission.PreviewRelease],
  input: ById,
  logged: true,
})
