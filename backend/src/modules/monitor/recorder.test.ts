import { State } from '@windlass/shared-kit/contract/enums'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../platform/db.ts'
import { closeTestServer, makeTestServer, TEST_ENGINE, type TestServer } from '../../testing/testServer.ts'
import { untilWaiting } from '../../testing/untilWaiting.ts'
import { createNotificationService } from '../notification/notification.service.ts'
import { createIncidentStore } from './incident.store.ts'
import { createMonitorStore, type MonitorRecord } from './monitor.store.ts'
import { createRecorder } from './recorder.ts'

const NODE = 'of this test'
const LATER = 4_000_000_000_000

const COLUMNS = {
  ...{ name: 'shop', type: 1, target: '{}', second: 60, times: 1, silentCycle: 1, description: '' },
  ...{ notifyType: 0, notifyTarget: '', parentId: 0, certificateDays: 0 },
  ...{ successServerId: 0, successScript: '', failServerId: 0, failScript: '', insertTime: 1, updateTime: 1 },
}

describe.runIf(TEST_ENGINE === 'postgres')('an alarm that is written down', () => {
  let server: TestServer
  let database: Database
  beforeAll(async () => {
    server = await makeTestServer()
    // Nothing is repeated here, so that the first collision is seen.
    database = openDatabase(server.env, false)
  })
  afterAll(async () => {
    await database.close()
    await closeTestServer(server)
  })

  /** A monitor of a node that is not there, so that nobody checks it. */
  const makeMonitor = (): Promise<MonitorRecord> =>
    database.db.transaction().execute(async (trx) => {
      const values = { ...COLUMNS, namespaceId: server.admin.namespaceId }
      const monitor = await trx.insertInto('monitor').values(values).returningAll().executeTakeFirstOrThrow()
      const state = { monitorId: monitor.id, nextDue: LATER, leaseUntil: LATER, node: NODE }
      await trx.insertInto('monitorState').values(state).execute()
      return monitor
    })

  it('comes after whoever changes the monitor meanwhile, and neither is undone', async () => {
    const { db } = database
    const monitor = await makeMonitor()
    const { hub, secrets } = server.platform
    const recorder = createRecorder(
      { db, hub, secrets, node: NODE },
      createNotificationService({ ...server.platform, db }),
    )
    const {
      node: _node,
      leaseUntil: _leaseUntil,
      ...state
    } = await db.selectFrom('monitorState').selectAll().where('monitorId', '=', monitor.id).executeTakeFirstOrThrow()

    const { recorded } = await db.transaction().execute(async (trx) => {
      const inside = createMonitorStore(trx)
      await inside.setState(monitor.namespaceId, monitor.id, State.Disabled)
      const end = recorder.record({ monitor, state, event: 'down', text: 'gone', now: 2 })
      const outcome = end.catch((error: unknown) => error)
      await untilWaiting(db)
      await inside.reset(monitor.id, State.Disabled)
      return { recorded: outcome }
    })
    expect(await recorded).toBe(false)
    const place = { namespaceId: monitor.namespaceId, monitorId: monitor.id, kind: 'down' as const }
    expect(await createIncidentStore(db).open(place)).toBeUndefined()
  })
})
