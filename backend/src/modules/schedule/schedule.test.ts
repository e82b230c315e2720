import type { InputOf } from '@windlass/shared-kit/contract'
import { Code, Permission } from '@windlass/shared-kit/contract'
import { DeployLockAdd, DeployLockRemove } from '@windlass/shared-kit/contract/deployGuard'
import { ProjectRemove } from '@windlass/shared-kit/contract/project'
import {
  type ProjectTask,
  ProjectTaskAdd,
  ProjectTaskList,
  ProjectTaskPreview,
  ProjectTaskRemove,
} from '@windlass/shared-kit/contract/projectTask'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../platform/db.ts'
import { formatTimestamp, parseTimestamp } from '../../platform/timestamp.ts'
import { addProject, type DeployBench, endOf, makeDeployBench } from '../../testing/deployBench.ts'
import { closeTestServer, makeTestServer, TEST_ENGINE, type TestServer } from '../../testing/testServer.ts'

let bench: DeployBench
let server: TestServer
let projectId: number
let first: string

const HOUR_MS = 3_600_000
const PATIENCE = { timeout: 30_000, interval: 100 }

type Fields = Partial<InputOf<typeof ProjectTaskAdd>>

const soon = (ms = HOUR_MS) => formatTimestamp(Date.now() + ms)
const fields = (change: Fields = {}) => ({ projectId, branch: 'origin/main', commit: first, date: soon(), ...change })
const add = async (change: Fields = {}, who = server.admin) => (await who.call(ProjectTaskAdd, fields(change))).id
const rowOf = async (id: number, project = projectId): Promise<ProjectTask> => {
  const { list } = await server.admin.call(ProjectTaskList, { id: project, page: 1, rows: 100 })
  return list.find((task) => task.id === id) ?? expect.fail(`there is no task ${id}`)
}
/** Waits until a task stands as it should. */
const reaches = async (id: number, status: ProjectTask['status'], project = projectId): Promise<ProjectTask> => {
  await expect.poll(async () => (await rowOf(id, project)).status, PATIENCE).toBe(status)
  return rowOf(id, project)
}
/** As if a time had come that nobody waits for in a test. */
const shift = (id: number, ms: number) =>
  server.platform.db
    .updateTable('projectTask')
    .set({ dueTime: Date.now() + ms })
    .where('id', '=', id)
    .execute()
/** A task whose time has come already. */
const addDue = async (change: Fields = {}): Promise<number> => {
  const id = await add(change)
  await shift(id, -1)
  return id
}

beforeAll(async () => {
  bench = await makeDeployBench()
  server = await makeTestServer()
  projectId = await addProject(server.admin, bench)
  first = await bench.git('rev-parse', 'HEAD')
  await bench.commit('second', { 'index.html': 'two\n' })
})
afterAll(async () => {
  await closeTestServer(server)
  await bench.stop()
})

describe('a scheduled deploy', () => {
  it('starts at its time with the commit it was given, for whoever scheduled it', async () => {
    const date = soon()
    const id = await add({ date })
    const waiting = { status: 'waiting', isRun: 0, state: 1, token: '', creatorId: 1, dueTime: parseTimestamp(date) }
    expect(await rowOf(id)).toMatchObject(waiting)
    await shift(id, 300)
    const { token, runTime } = await reaches(id, 'success')
    const publish = await endOf(server, token)
    expect(publish).toMatchObject({ commitId: first, trigger: 'schedule', publisherId: 1, commitBranch: 'origin/main' })
    expect(await rowOf(id)).toMatchObject({ isRun: 1, state: 1, reason: '', runTime })
    const again = await server.admin.ask(ProjectTaskRemove, { id })
    expect(again).toMatchObject({ code: Code.Failed, message: expect.stringContaining('has run') })
  })

  it('takes the newest commit of its branch when it was told so', async () => {
    await bench.git('branch', 'feature/x')
    const newest = await bench.git('rev-parse', 'HEAD')
    const { token } = await reaches(await addDue({ branch: 'origin/feature/x', isNewest: true }), 'success')
    expect(await endOf(server, token)).toMatchObject({ commitId: newest })
  })

  it('says why its deploy failed', async () => {
    const { reason } = await reaches(await addDue({ commit: 'f'.repeat(40) }), 'failed')
    expect(reason).toContain(`there is no commit ${'f'.repeat(40)}`)
  })

  it('that repeats runs once for all the times that went by, and goes on', async () => {
    const id = await add({ cron: '0 3 1 1 *', zone: 'Asia/Tokyo', isNewest: true })
    const { zonedDate, dueTime } = await rowOf(id)
    expect(zonedDate).toMatch(/ 03:00:00 \+09:00$/)
    await shift(id, -2 * HOUR_MS)
    const ran = await reaches(id, 'success')
    expect(ran).toMatchObject({ isRun: 0, state: 1, dueTime })
    await server.admin.call(ProjectTaskRemove, { id })
    expect(await rowOf(id)).toMatchObject({ status: 'disabled', state: 0, editorId: 1, token: ran.token })
  })

  it('that was disabled does not run', async () => {
    const id = await add({ date: soon() })
    await server.admin.call(ProjectTaskRemove, { id })
    await shift(id, -1_000)
    const other = await addDue()
    await reaches(other, 'success')
    expect(await rowOf(id)).toMatchObject({ status: 'disabled', token: '', isRun: 0 })
  })

  it('says why it was not started: a lock, a project that was removed, a person who left', async () => {
    const removed = await addProject(server.admin, bench, { name: 'removed' })
    const [late, gone] = [await addDue({ projectId: removed }), await add({ projectId: removed })]
    await reaches(late, 'success', removed)
    await server.admin.call(ProjectRemove, { id: removed })
    await shift(gone, -1_000)
    const reasonOf = async (id: number) => {
      const row = () => server.platform.db.selectFrom('projectTask').selectAll().where('id', '=', id)
      await expect.poll(async () => (await row().executeTakeFirstOrThrow()).outcome, PATIENCE).toBe('refused')
      return (await row().executeTakeFirstOrThrow()).reason
    }
    expect(await reasonOf(gone)).toBe('the project was removed')

    const permissions = [Permission.DeployTask, Permission.GetAllDeployList]
    const person = await server.makeUser(permissions)
    const left = await add({ date: soon() }, person)
    await server.platform.db.deleteFrom('namespaceUser').where('userId', '=', person.userId).execute()
    await shift(left, -1_000)
    expect(await reasonOf(left)).toContain('may not schedule deploys here any more')

    await server.admin.call(DeployLockAdd, { projectId, reason: 'the fair' })
    const locked = await addDue()
    expect(await reasonOf(locked)).toContain('the fair')
    await server.admin.call(DeployLockRemove, { projectId })
    expect(await rowOf(locked)).toMatchObject({ status: 'refused', isRun: 1, token: '' })
  })

  it.each<[string, Fields, RegExp]>([
    ['in the past', { date: '2020-01-01 00:00:00' }, /is past/],
    ['at a time that is none', { date: 'tomorrow' }, /date must be/],
    ['in a zone that is none', { zone: 'Mars/Base' }, /no time zone/],
    ['where clocks are put forward', { date: '2038-03-28 02:30:00', zone: 'Europe/Berlin' }, /never show/],
    ['that never comes', { cron: '0 0 31 2 *' }, /never comes up/],
    ['every second', { cron: '* * * * * *' }, /five fields/],
    ['to servers of others', { serverIds: [4711] }, /none of the chosen servers/],
    ['of an option', { commit: '--output=x' }, /commit must match/],
  ])('%s is refused in words', async (_what, change, words) => {
    const answer = await server.admin.ask(ProjectTaskAdd, fields(change))
    expect(answer).toMatchObject({ code: Code.Failed, message: expect.stringMatching(words) })
  })

  it('is foretold, with what the clocks do to it', async () => {
    const when = { date: '2038-10-31 02:30:00', zone: 'Europe/Berlin' }
    const { runs, remark } = await server.admin.call(ProjectTaskPreview, when)
    expect(runs.map(({ zonedDate }) => zonedDate)).toEqual(['2038-10-31 02:30:00 +02:00'])
    expect(remark).toContain('twice')
    const daily = await server.admin.call(ProjectTaskPreview, { ...when, cron: '15 9 * * 1' })
    expect(daily.runs.map(({ zonedDate }) => zonedDate)).toHaveLength(5)
    expect(daily.runs[0]?.zonedDate).toBe('2038-11-01 09:15:00 +01:00')
    expect(daily.serverZone).toBe('Asia/Shanghai')
  })

  it('is no way around a review', async () => {
    const reviewed = await addProject(server.admin, bench, { name: 'reviewed', review: 1 })
    const member = await server.makeUser([Permission.DeployTask, Permission.GetAllDeployList])
    const answer = await member.ask(ProjectTaskAdd, fields({ projectId: reviewed, date: soon() }))
    expect(answer).toMatchObject({ code: Code.Failed, message: expect.stringContaining('need a review') })
    const id = await addDue({ projectId: reviewed })
    await reaches(id, 'success', reviewed)
  })

  it('is for those who see the project', async () => {
    const stranger = await server.makeUser([Permission.DeployTask])
    const id = await add({ date: soon() })
    expect(await stranger.ask(ProjectTaskAdd, fields())).toMatchObject({ code: Code.Denied })
    expect(await stranger.ask(ProjectTaskList, { id: projectId, page: 1, rows: 9 })).toMatchObject({
      code: Code.Denied,
    })
    expect(await stranger.ask(ProjectTaskRemove, { id })).toMatchObject({ code: Code.Denied })
  })
})

describe('a console that was stopped', () => {
  it('makes up for what came due, but not for what came due too long ago', async () => {
    const node = await makeTestServer()
    const own = await addProject(node.admin, bench, { name: 'own' })
    const addHere = async () => (await node.admin.call(ProjectTaskAdd, { ...fields(), projectId: own })).id
    const [due, overdue] = [await addHere(), await addHere()]
    const shared = { DATA_DIR: node.env.DATA_DIR, DATABASE_URL: node.env.DATABASE_URL }
    await node.stop()
    const { db, close } = openDatabase(node.env)
    const date = (id: number, dueTime: number) =>
      db.updateTable('projectTask').set({ dueTime }).where('id', '=', id).execute()
    await date(due, Date.now() - HOUR_MS)
    await date(overdue, Date.now() - 4 * HOUR_MS)
    await close()
    const back = await makeTestServer({ ...shared, SCHEDULE_GRACE_HOURS: '3' })
    try {
      const read = async () => (await back.admin.call(ProjectTaskList, { id: own, page: 1, rows: 9 })).list
      await expect
        .poll(async () => Object.fromEntries((await read()).map(({ id, status }) => [id, status])), PATIENCE)
        .toEqual({ [due]: 'success', [overdue]: 'missed' })
      const missed = (await read()).find(({ id }) => id === overdue)
      expect(missed).toMatchObject({ isRun: 0, state: 0, token: '', reason: expect.stringContaining('more than 3 h') })
    } finally {
      await closeTestServer(back)
    }
  })

  it.runIf(TEST_ENGINE === 'postgres')('is one of several, and each deploy starts once on one of them', async () => {
    const shared = { DATA_DIR: server.env.DATA_DIR, DATABASE_URL: server.env.DATABASE_URL }
    const other = await makeTestServer(shared)
    try {
      const ids = []
      for (let count = 0; count < 6; count++) {
        const id = await addProject(server.admin, bench, { name: `shared ${count}` })
        ids.push({ project: id, task: await add({ projectId: id, date: soon() }) })
      }
      const tasks = ids.map(({ task }) => task)
      await server.platform.db
        .updateTable('projectTask')
        .set({ dueTime: Date.now() + 500 })
        .where('id', 'in', tasks)
        .execute()
      for (const { project, task } of ids) await reaches(task, 'success', project)
      const counts = await server.platform.db
        .selectFrom('publish')
        .select(({ fn }) => ['projectId', fn.countAll<number>().as('count')])
        .where(
          'projectId',
          'in',
          ids.map(({ project }) => project),
        )
        .groupBy('projectId')
        .execute()
      expect(counts.map(({ count }) => Number(count))).toEqual(ids.map(() => 1))
    } finally {
      await other.stop()
    }
  })
})
