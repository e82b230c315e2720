import { Permission } from '@windlass/shared-kit/contract'
import type { NotifyTypeNumber } from '@windlass/shared-kit/contract/enums'
import type { SocketMonitorMessage } from '@windlass/shared-kit/contract/socket'
import { SocketType } from '@windlass/shared-kit/contract/socket'
import type { Db } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { hintOf } from '../notification/noticeTarget.ts'
import type { NotificationService } from '../notification/notification.service.ts'
import { createIncidentStore } from './incident.store.ts'
import { createLeaseStore, type StateColumns } from './lease.store.ts'
import { createMonitorStore, type MonitorRecord } from './monitor.store.ts'
import { monitorRow, TARGET_PURPOSE } from './monitorRow.ts'

/** What happened to a monitor that people are told about. */
export interface Happening {
  monitor: MonitorRecord
  /** How it stands from now on. */
  state: StateColumns
  event: 'down' | 'up'
  text: string
  now: number
}

/** Writes down what happened, together with the notice of it. */
export interface Recorder {
  /** Answers false when the monitor does not belong to this node any more; nothing is written then. */
  record(happening: Happening): Promise<boolean>
  /** Ends what is still open of a monitor that passes its first check; nobody is told. */
  settle(monitor: MonitorRecord, now: number): Promise<void>
  /** A certificate is about to end (`text` says so), or is not; told once, until it was renewed. */
  recordCertificate(monitor: MonitorRecord, text: string, now: number): Promise<void>
  /** Tells the open pages how a monitor stands. */
  show(monitor: MonitorRecord, state: StateColumns): Promise<void>
}

const placeOf = ({ id, namespaceId }: MonitorRecord) => ({ namespaceId, monitorId: id })

/** Opens the incident, or goes on with the one that lasts; answers whether somebody is to be told. */
async function openIncident(trx: Db, { monitor, text, now }: Happening): Promise<boolean> {
  const incidents = createIncidentStore(trx)
  const place = { ...placeOf(monitor), kind: 'down' as const }
  const open = await incidents.open(place)
  if (!open) {
    await incidents.begin(place, text, now)
    return true
  }
  // Whoever acknowledged it knows.
  const isTold = open.acknowledgedBy === ''
  await incidents.again(open.id, text, open.notices + (isTold ? 1 : 0))
  return isTold
}

/** Creates it. What is told leaves in the transaction that records why: neither is there without the other. */
export function createRecorder(
  { db, hub, node, secrets }: Pick<Platform, 'db' | 'hub' | 'node' | 'secrets'>,
  notifications: NotificationService,
): Recorder {
  const notify = (monitor: MonitorRecord, { event, text }: { event: string; text: string }, trx: Db) => {
    const target = secrets.decrypt(monitor.notifyTarget, TARGET_PURPOSE)
    return notifications.send(
      {
        namespaceId: monitor.namespaceId,
        useBy: 'monitor',
        // The column was filled from the enumeration of the contract.
        type: monitor.notifyType as NotifyTypeNumber,
        target,
        data: { Monitor: monitorRow(monitor, hintOf(monitor.notifyType, target)), ErrorMsg: text, Event: event },
      },
      trx,
    )
  }

  return {
    record: (happening) =>
      db.transaction().execute(async (trx) => {
        const { monitor, state, event, text, now } = happening
        await createMonitorStore(trx).hold(monitor.namespaceId, monitor.id)
        if (!(await createLeaseStore(trx, node).save(state))) return false
        if (event === 'up') {
          await createIncidentStore(trx).end(placeOf(monitor), now, ['down'])
          await notify(monitor, { event, text }, trx)
          return true
        }
        const isTold = await openIncident(trx, happening)
        await createMonitorStore(trx).setErrorContent(monitor.namespaceId, monitor.id, text)
        if (isTold) await notify({ ...monitor, errorContent: text }, { event, text }, trx)
        return true
      }),

    settle: async (monitor, now) => {
      await createIncidentStore(db).end(placeOf(monitor), now, ['down'])
    },

    recordCertificate: (monitor, text, now) =>
      db.transaction().execute(async (trx) => {
        const incidents = createIncidentStore(trx)
        if (text === '') return void (await incidents.end(placeOf(monitor), now, ['certificate']))
        const place = { ...placeOf(monitor), kind: 'certificate' as const }
        if (await incidents.open(place)) return
        await incidents.begin(place, text, now)
        await notify(monitor, { event: 'certificate', text }, trx)
      }),

    show: (monitor, state) => {
      const { id, namespaceId, errorContent } = monitor
      // `error` is left out: the bus between nodes takes no long messages, and the notice holds it already.
      const message: SocketMonitorMessage = {
        ...{ monitorId: id, errorContent, namespaceId },
        ...{ health: state.health, quiet: state.quiet, latency: state.latency, time: state.lastCheck },
      }
      const audience = { namespaceId, permissions: [Permission.ShowMonitorPage] }
      return hub.send(audience, { type: SocketType.Monitor, message })
    },
  }
}
