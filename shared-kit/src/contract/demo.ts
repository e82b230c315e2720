import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Permission } from './permission.ts'

/** Making and removing start and stop real programs. */
const SETTING_UP_MS = 60_000

/** The project and the server of the demo; 0 when there is none. */
export const DemoIds = Type.Object({ projectId: Type.Integer(), serverId: Type.Integer() })
export type DemoIds = Static<typeof DemoIds>

/** Whether this namespace has a demo, or could have one. */
export const DemoState = endpoint({
  method: 'GET',
  path: '/demo/getState',
  access: [Permission.AddProject],
  output: Type.Object({
    exists: Type.Boolean(),
    canCreate: Type.Boolean(),
    /** Why it cannot be created; "" when it can. */
    reason: Type.String(),
    ...DemoIds.properties,
  }),
})

/** Creates a sample git repository and a target on this machine (a real sshd), with a project and a server for them. */
export const DemoCreate = endpoint({
  method: 'POST',
  path: '/demo/create',
  access: [Permission.AddProject],
  output: DemoIds,
  logged: true,
  timeoutMs: SETTING_UP_MS,
})

/** Removes everything that creating it made. */
export const DemoRemove = endpoint({
  method: 'DELETE',
  path: '/demo/remove',
  access: [Permission.AddProject],
  logged: true,
  timeoutMs: SETTING_UP_MS,
})
