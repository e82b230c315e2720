// What browsers tell the server about the areas they use. Apart from the other endpoints of releases, because these are
// in the host's first load.
import { type Static, Type } from 'typebox'
import { AreaId } from './area.ts'
import { endpoint } from './endpoint.ts'

/** How loading an area went, as one browser saw it; equal ones are sent once with their count. */
export const AreaReport = Type.Object({
  area: AreaId,
  version: Type.String({ maxLength: 64 }),
  outcome: Type.Enum(['loaded', 'load', 'render']),
  count: Type.Integer({ minimum: 1, maximum: 1_000 }),
  /** Milliseconds it took; of failures, until it failed. */
  ms: Type.Integer({ minimum: 0, maximum: 600_000 }),
  message: Type.String({ maxLength: 500 }),
  errorId: Type.String({ maxLength: 20 }),
})
export type AreaReport = Static<typeof AreaReport>

export const ReleaseReport = endpoint({
  method: 'POST',
  path: '/release/report',
  access: 'signed-in',
  input: Type.Object({ reports: Type.Array(AreaReport, { minItems: 1, maxItems: 50 }) }),
})

/** Back to what everybody gets, from the next load on. */
export const ReleaseLeavePreview = endpoint({
  method: 'POST',
  path: '/release/leavePreview',
  access: 'signed-in',
  logged: true,
})
