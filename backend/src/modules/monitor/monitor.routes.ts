import {
  MonitorAcknowledge,
  MonitorAdd,
  MonitorCheck,
  MonitorEdit,
  MonitorHistory,
  type MonitorIncident,
  MonitorIncidentList,
  MonitorList,
  MonitorRemove,
  MonitorToggle,
} from '@windlass/shared-kit/contract/monitor'
import {
  MonitorMaintenanceAdd,
  MonitorMaintenanceEdit,
  MonitorMaintenanceList,
  MonitorMaintenanceRemove,
} from '@windlass/shared-kit/contract/monitorMaintenance'
import { failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { rowSnapshot } from '../../platform/rowSnapshot.ts'
import { saidIn } from '../../platform/sentences/sentences.ts'
import type { DeployHooks } from '../deploy/deployHooks.ts'
import type { NotificationService } from '../notification/notification.service.ts'
import { encryptClearTargets } from './clearTargets.ts'
import { silenceDuringDeploys } from './deploySilence.ts'
import { createMonitorEngine } from './engine.ts'
import { createIncidentStore, type IncidentRecord } from './incident.store.ts'
import { createMaintenanceStore } from './maintenance.store.ts'
import { completeMaintenance, type MaintenanceInput, maintenanceRow } from './maintenanceWindow.ts'
import { createMonitorService, type MonitorService, type MonitorServices } from './monitor.service.ts'
import { createRecorder } from './recorder.ts'

const UNKNOWN_WINDOW = 'this maintenance window does not exist any more; load the list again'

function incidentRow({ namespaceId: _theirs, kind, ...row }: IncidentRecord): MonitorIncident {
  const reasonSaid = saidIn(row.reason)
  return { ...row, kind: kind === 'certificate' ? 'certificate' : 'down', ...(reasonSaid && { reasonSaid }) }
}

function mountMaintenance({ mount, db }: Platform, monitors: MonitorService): void {
  const store = createMaintenanceStore(db)
  const complete = async (namespaceId: number, input: MaintenanceInput) => {
    if (input.monitorId > 0) await monitors.require(namespaceId, input.monitorId)
    return completeMaintenance(input)
  }

  const snapshot = rowSnapshot(db, 'monitorMaintenance', 'namespace')
  mount(MonitorMaintenanceList, async ({ id }, { namespaceId }) => {
    const now = Date.now()
    return { list: (await store.list(namespaceId, id)).map((row) => maintenanceRow(row, now)) }
  })
  mount(MonitorMaintenanceAdd, async (input, { namespaceId }) => ({
    id: await store.add(namespaceId, await complete(namespaceId, input)),
  }))
  mount(
    MonitorMaintenanceEdit,
    async ({ id, ...input }, { namespaceId }) => {
      if (!(await store.edit(namespaceId, id, await complete(namespaceId, input)))) throw failed(UNKNOWN_WINDOW)
      return null
    },
    snapshot,
  )
  mount(
    MonitorMaintenanceRemove,
    async ({ id }, { namespaceId }) => {
      if (!(await store.remove(namespaceId, id))) throw failed(UNKNOWN_WINDOW)
      return null
    },
    snapshot,
  )
}

function mountMonitors({ mount, db }: Platform, monitors: MonitorService): void {
  mount(MonitorList, async (_input, caller) => ({ list: await monitors.list(caller) }))
  mount(MonitorCheck, async (input, caller, { reply }) => {
    await monitors.check(caller, input)
    // Old clients show the message of this one answer.
    void reply.send({ code: 0, message: 'SUCCESS', data: null })
    return null
  })
  mount(MonitorAdd, async (input, caller) => ({ id: await monitors.add(caller, input) }))
  mount(
    MonitorEdit,
    async ({ id, ...input }, caller) => {
      await monitors.edit(caller, id, input)
      return null
    },
    rowSnapshot(db, 'monitor', 'namespace'),
  )
  mount(
    MonitorToggle,
    async ({ id, state = 0 }, caller) => {
      await monitors.toggle(caller, id, state)
      return null
    },
    rowSnapshot(db, 'monitor', 'namespace'),
  )
  mount(
    MonitorRemove,
    async ({ id }, caller) => {
      await monitors.remove(caller, id)
      return null
    },
    rowSnapshot(db, 'monitor', 'namespace'),
  )
  mount(MonitorHistory, ({ id, range }, caller) => monitors.history(caller, id, range))
  mount(MonitorIncidentList, async ({ id }, { namespaceId }) => {
    await monitors.require(namespaceId, id)
    return { list: (await createIncidentStore(db).list(namespaceId, id)).map(incidentRow) }
  })
  mount(MonitorAcknowledge, async ({ id, reason }, caller) => {
    await monitors.acknowledge(caller, id, reason)
    return null
  })
}

/** Monitors: what people set up, and the engine that looks after it. */
export function monitorModule(
  platform: Platform,
  services: MonitorServices & {
    notifications: NotificationService
    deploys: Pick<DeployHooks, 'onBegin' | 'onEnd'>
  },
): MonitorService {
  const monitors = createMonitorService(platform, services)
  mountMonitors(platform, monitors)
  mountMaintenance(platform, monitors)
  silenceDuringDeploys(services.deploys, monitors)
  const { ssh } = platform
  const recorder = createRecorder(platform, services.notifications)
  const engine = createMonitorEngine({ ...platform, tools: { ssh, servers: services.servers }, recorder })
  platform.onStart(() => encryptClearTargets(platform))
  platform.onStart(engine.start)
  platform.onStop(engine.stop)
  return monitors
}
