import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Permission } from './permission.ts'
import { ById, Created, Id, listOf } from './shapes.ts'

/** The largest id a column holds. */
const LARGEST = 2_147_483_647

const MaintenanceFields = {
  /** 0 means every monitor of the namespace. */
  monitorId: Type.Integer({ minimum: 0, maximum: LARGEST }),
  name: Type.String({ minLength: 1, maxLength: 255 }),
  kind: Type.Enum(['once', 'weekly']),
  /** once: Unix milliseconds. */
  startTime: Type.Optional(Type.Integer({ minimum: 0 })),
  endTime: Type.Optional(Type.Integer({ minimum: 0 })),
  /** weekly: 0 is Sunday. */
  weekdays: Type.Optional(Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), { maxItems: 7 })),
  /** weekly: by the clock of the time zone, as 22:30. */
  startClock: Type.Optional(Type.String({ maxLength: 5 })),
  minutes: Type.Optional(Type.Integer({ minimum: 0, maximum: 1440 })),
  /** As Europe/Berlin. */
  timeZone: Type.String({ minLength: 1, maxLength: 64 }),
}

/** A time in which checks go on and nobody is told about failures. */
export const MonitorMaintenance = Type.Object({
  id: Type.Integer(),
  ...MaintenanceFields,
  startTime: Type.Integer(),
  endTime: Type.Integer(),
  weekdays: Type.Array(Type.Integer()),
  startClock: Type.String(),
  minutes: Type.Integer(),
  isNow: Type.Boolean(),
})
export type MonitorMaintenance = Static<typeof MonitorMaintenance>

/** Those of one monitor and those of all; of all alone when the id is 0. */
export const MonitorMaintenanceList = endpoint({
  method: 'GET',
  path: '/monitor/getMaintenanceList',
  access: [Permission.ShowMonitorPage],
  input: Type.Object({ id: Type.Integer({ minimum: 0, maximum: LARGEST }) }),
  output: listOf(MonitorMaintenance),
})

export const MonitorMaintenanceAdd = endpoint({
  method: 'POST',
  path: '/monitor/addMaintenance',
  access: [Permission.EditMonitor],
  input: Type.Object(MaintenanceFields),
  output: Created,
  logged: true,
})

export const MonitorMaintenanceEdit = endpoint({
  method: 'PUT',
  path: '/monitor/editMaintenance',
  access: [Permission.EditMonitor],
  input: Type.Object({ id: Id, ...MaintenanceFields }),
  logged: true,
})

export const MonitorMaintenanceRemove = endpoint({
  method: 'DELETE',
  path: '/monitor/removeMaintenance',
  access: [Permission.EditMonitor],
  input: ById,
  logged: true,
})
