import { type Static, Type } from 'typebox'
import { AreaId } from './area.ts'
import { endpoint } from './endpoint.ts'
import { Permission } from './permission.ts'
import { listOf, Timestamp } from './shapes.ts'

/** How the versions of an area fared over time, ready to plot: one value per time, null where nothing was loaded. */
export const ReleaseLoads = endpoint({
  method: 'GET',
  path: '/release/getLoads',
  access: [Permission.ShowReleasePage],
  input: Type.Object({ remote: AreaId, hours: Type.Integer({ minimum: 1, maximum: 24 * 30 }) }),
  output: Type.Object({
    /** Starts of the spans, Unix milliseconds, evenly apart. */
    times: Type.Array(Type.Integer()),
    spanMs: Type.Integer(),
    versions: Type.Array(
      Type.Object({
        version: Type.String(),
        loads: Type.Array(Type.Integer()),
        failures: Type.Array(Type.Integer()),
        medianMs: Type.Array(Type.Union([Type.Integer(), Type.Null()])),
        p95Ms: Type.Array(Type.Union([Type.Integer(), Type.Null()])),
      }),
    ),
  }),
})

/** A distinct failure that browsers reported. */
export const ReleaseFailure = Type.Object({
  version: Type.String(),
  kind: Type.Enum(['load', 'render']),
  message: Type.String(),
  count: Type.Integer(),
  /** As the card of the last one who saw it shows. */
  lastErrorId: Type.String(),
  lastUser: Type.String(),
  lastUserAgent: Type.String(),
  firstTime: Timestamp,
  lastTime: Timestamp,
})
export type ReleaseFailure = Static<typeof ReleaseFailure>

export const ReleaseFailureList = endpoint({
  method: 'GET',
  path: '/release/getFailureList',
  access: [Permission.ShowReleasePage],
  input: Type.Object({ remote: AreaId }),
  output: listOf(ReleaseFailure),
})
