import { type Static, Type } from 'typebox'
import { AreaId } from './area.ts'
import { endpoint } from './endpoint.ts'
import { Permission } from './permission.ts'
import { ById, Created, listOf, Timestamp } from './shapes.ts'

/** A key that may sign artefacts of some areas. */
export const ReleaseKey = Type.Object({
  id: Type.Integer(),
  keyId: Type.String(),
  team: Type.String(),
  /** Areas it may sign; empty means all. */
  remotes: Type.Array(Type.String()),
  publicKey: Type.String(),
  isRevoked: Type.Boolean(),
  addedBy: Type.String(),
  insertTime: Timestamp,
})
export type ReleaseKey = Static<typeof ReleaseKey>

export const ReleaseKeyList = endpoint({
  method: 'GET',
  path: '/release/getKeyList',
  access: [Permission.ShowReleasePage],
  output: listOf(ReleaseKey),
})

export const ReleaseKeyAdd = endpoint({
  method: 'POST',
  path: '/release/addKey',
  access: [Permission.ManageReleaseKey],
  input: Type.Object({
    team: Type.String({ minLength: 1, maxLength: 60 }),
    /** PEM of an Ed25519 public key. */
    publicKey: Type.String({ minLength: 1, maxLength: 1_000 }),
    remotes: Type.Array(AreaId, { maxItems: 100 }),
  }),
  output: Created,
  logged: true,
})

/** What it signed before stays released, but nothing of it is promoted any more. */
export const ReleaseKeyRevoke = endpoint({
  method: 'PUT',
  path: '/release/revokeKey',
  access: [Permission.ManageReleaseKey],
  input: ById,
  logged: true,
})
