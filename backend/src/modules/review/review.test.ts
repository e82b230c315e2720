import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Code, DeployState, NotifyType, Permission, ReviewState } from '@windlass/shared-kit/contract'
import { DeployPublish, DeployResetState } from '@windlass/shared-kit/contract/deploy'
import { NotificationDeliveryList } from '@windlass/shared-kit/contract/notification'
import { ProjectAdd, ProjectList } from '@windlass/shared-kit/contract/project'
import { DeployReview, ProjectReviewList } from '@windlass/shared-kit/contract/review'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endOf, until } from '../../testing/deployBench.ts'
import { type Receiver, startReceiver } from '../../testing/receiver.ts'
import { closeTestServer, makeTestServer, type TestCaller, type TestServer } from '../../testing/testServer.ts'
import { createReviewStore } from './review.store.ts'

const COMMIT = 'virtual'
const permissions = [
  Permission.ShowDeployPage,
  Permission.GetAllDeployList,
  Permission.DeployProject,
  Permission.DeployReview,
]

let server: TestServer
let ada: TestCaller
let bob: TestCaller
let projectId: number
let receiver: Server
let room: Receiver
/** What the review address was asked with. */
const asked: URLSearchParams[] = []

beforeAll(async () => {
  receiver = createServer((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://x').searchParams)
    response.end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  room = await startReceiver()
  server = await makeTestServer({ PUBLIC_URL: 'https://console.example.com' })
  ada = await server.makeUser(permissions)
  bob = await server.makeUser(permissions)
  const { port } = receiver.address() as AddressInfo
  await server.admin.call(ProjectAdd, {
    name: 'reviewed',
    repoType: 'empty',
    branch: 'virtual',
    path: '/srv/reviewed',
    environment: 1,
    review: 1,
    notifyType: NotifyType.Custom,
    notifyTarget: room.origin,
    reviewURL: `http://127.0.0.1:${port}/?commit=__COMMIT_ID__&by=__PUBLISHER_NAME__&back=__CALLBACK__`,
    script: { customVariables: [{ name: 'size', value: 's,m', type: 'list' }] },
  })
  projectId = (await server.admin.call(ProjectList)).list[0]?.id ?? 0
})
afterAll(async () => {
  await closeTestServer(server)
  receiver.close()
  await room.close()
})
beforeEach(async () => {
  asked.length = 0
  room.received.length = 0
  await setState(DeployState.Success)
})

const setState = (deployState: number) =>
  server.platform.db.updateTable('project').set({ deployState }).where('id', '=', projectId).execute()
const list = async () => (await bob.call(ProjectReviewList, { id: projectId, page: 1, rows: 11 })).list
const customVariables = [{ name: 'size', value: 'm', type: 'list' as const }]

/** Ada asks for a deploy; answers the number of the review. */
async function open(): Promise<number> {
  const { token } = await ada.call(DeployPublish, { projectId, commit: COMMIT, customVariables })
  expect(token).toBe('')
  return (await list())[0]?.id ?? 0
}
const answer = (caller: TestCaller, projectReviewId: number, state: 1 | 2 = 1, reason = '') =>
  caller.ask(DeployReview, { projectReviewId, state, reason })

/** The callback address that the review address was told for this review; those of others may still be on their way. */
async function callback(id: number): Promise<URL> {
  const find = () =>
    asked
      .map((query) => new URL(query.get('back') ?? ''))
      .find(({ searchParams }) => searchParams.get('project_review_id') === String(id))
  await until('the review address is asked', () => find() !== undefined)
  const found = find()
  if (!found) throw new Error('the review address was asked, and then was not')
  return found
}
const ask = (url: URL, init: { method?: 'GET' | 'POST'; body?: object; accept?: string } = {}) =>
  server.app.inject({
    method: init.method ?? 'GET',
    url: url.pathname + (init.method === 'POST' ? '' : url.search),
    headers: { accept: init.accept ?? '*/*' },
    ...(init.body && { payload: init.body }),
  })

describe('a review', () => {
  it('waits for a second person, and deploys what it was asked for', async () => {
    const id = await open()
    expect((await list())[0]).toMatchObject({ commitId: COMMIT, state: ReviewState.Wait, customVariables, editor: '' })
    const own = await answer(ada, id)
    expect(own.code).toBe(Code.Denied)
    expect(own.message).toMatch(/somebody else has to answer/)
    expect((await answer(bob, id, 1, 'looks good')).code).toBe(Code.Ok)
    const [row] = await list()
    expect(row).toMatchObject({ state: ReviewState.Reviewed, reason: 'looks good' })
    const end = await endOf(server, row?.token ?? '')
    expect(end).toMatchObject({ state: 'success', trigger: 'review' })
    expect(JSON.parse(end.request).script.customVariables).toEqual(customVariables)
    expect((await answer(bob, id, 2)).message).toMatch(/^Project review state is invalid: .* has approved it already/)
  })

  it('is not needed by super managers or for a first deploy, and needs a commit', async () => {
    expect((await server.admin.call(DeployPublish, { projectId, commit: COMMIT })).token).not.toBe('')
    await server.admin.call(DeployResetState, { projectId })
    const { token } = await ada.call(DeployPublish, { projectId })
    expect((await endOf(server, token)).state).toBe('success')
    expect((await ada.ask(DeployPublish, { projectId })).message).toMatch(/commit id is required/)
  })

  it('publishes once however many answer at the same moment', async () => {
    const id = await open()
    const back = await callback(id)
    const body = Object.fromEntries([...back.searchParams].map(([name, value]) => [name, Number(value) || value]))
    const answers = await Promise.all([
      answer(bob, id),
      answer(server.admin, id),
      ...Array.from({ length: 4 }, async () => (await ask(back, { method: 'POST', body })).json()),
    ])
    expect(answers.filter(({ code }) => code === Code.Ok)).toHaveLength(1)
    const deploys = await server.platform.db
      .selectFrom('publish')
      .selectAll()
      .where('projectId', '=', projectId)
      .execute()
    expect(deploys.filter(({ token }) => token === (deploys.at(-1)?.token ?? ''))).toHaveLength(1)
    const [row] = await list()
    await endOf(server, row?.token ?? '')
  })

  it('is rejected without a deploy, and expires', async () => {
    const id = await open()
    expect((await answer(bob, id, 2, 'not on a Friday')).code).toBe(Code.Ok)
    expect((await list())[0]).toMatchObject({ state: ReviewState.Rejected, reason: 'not on a Friday', token: '' })
    const late = await open()
    await server.platform.db.updateTable('projectReview').set({ expireTime: 1 }).where('id', '=', late).execute()
    expect((await list())[0]).toMatchObject({ state: ReviewState.Wait, isExpired: true })
    expect((await answer(bob, late)).message).toMatch(/it expired at/)
  })

  it('shows whoever may only deploy why it was rejected, and lets nobody answer who may not', async () => {
    const mina = await server.makeUser([Permission.GetAllDeployList, Permission.DeployProject])
    const id = await open()
    expect((await answer(mina, id)).code).toBe(Code.Denied)
    await answer(bob, id, 2, 'not on a Friday')
    const { list: seen } = await mina.call(ProjectReviewList, { id: projectId, page: 1, rows: 1 })
    expect(seen).toMatchObject([{ id, state: ReviewState.Rejected, reason: 'not on a Friday' }])
    const reader = await server.makeUser([Permission.GetAllDeployList, Permission.DeployDetail])
    expect((await reader.ask(ProjectReviewList, { id: projectId, page: 1, rows: 1 })).code).toBe(Code.Denied)
  })

  it('cannot be answered from another namespace or without seeing the project', async () => {
    const id = await open()
    const elsewhere = server.inNamespace(server.admin, await server.makeNamespace())
    expect((await answer(elsewhere, id)).code).toBe(Code.Failed)
    const stranger = await server.makeUser([Permission.DeployReview])
    expect((await answer(stranger, id)).code).toBe(Code.Denied)
    expect((await list())[0]?.state).toBe(ReviewState.Wait)
  })
})

/** What the room of the project was told about one review, the deploy it led to left out. */
const told = (id: number) =>
  room.received
    .map(({ body }) => JSON.parse(body).data)
    .filter((data) => data.Review?.id === id)
    .map(({ Event, Review, Link }) => ({ Event, Link, ...Review }))
const events = (id: number) =>
  told(id)
    .map(({ Event }) => Event)
    .sort()

describe('the room of a project', () => {
  const address = () => `https://console.example.com/#/deploy/review/${projectId}`

  it('hears that somebody waits, and what was said, with the way there and nothing that answers', async () => {
    const id = await open()
    await until('the room hears of it', () => told(id).length > 0)
    const [{ creator } = { creator: '' }] = await list()
    expect(told(id)).toMatchObject([
      { Event: 'waiting', Link: address(), commitId: COMMIT, creator, editor: '', reason: '' },
    ])
    const back = await callback(id)
    const said = JSON.stringify(room.received)
    expect(said).not.toContain(back.searchParams.get('token'))
    expect(said).not.toContain(room.origin)
    expect((await answer(bob, id, 2, 'not on a Friday')).code).toBe(Code.Ok)
    await until('the room hears of the answer', () => told(id).length > 1)
    const [{ editor } = { editor: '' }] = await list()
    expect(told(id)[1]).toMatchObject({ Event: 'rejected', editor, reason: 'not on a Friday', Link: address() })
  })

  it('is led to the deploy once a review was approved', async () => {
    const id = await open()
    expect((await answer(bob, id)).code).toBe(Code.Ok)
    const [row] = await list()
    await endOf(server, row?.token ?? '')
    await until('the room hears of the answer', () => events(id).includes('approved'))
    expect(told(id).find(({ Event }) => Event === 'approved')?.Link).toBe(
      `https://console.example.com/#/deploy/detail/${projectId}?token=${row?.token}`,
    )
  })

  it('hears once that nobody answered in time', async () => {
    const id = await open()
    await server.platform.db.updateTable('projectReview').set({ expireTime: 1 }).where('id', '=', id).execute()
    await until('the room hears of the end', () => events(id).includes('expired'))
    const store = createReviewStore(server.platform.db)
    expect(await store.takeExpiry(id)).toBe(false)
    expect(await store.expired(Date.now())).toEqual([])
    expect(events(id)).toEqual(['expired', 'waiting'])
  })

  it('hears one answer of two that came at the same moment', async () => {
    const id = await open()
    const answers = await Promise.all([answer(bob, id, 2), answer(server.admin, id, 2)])
    expect(answers.map(({ code }) => code).sort()).toEqual([Code.Ok, Code.Failed])
    await until('nothing is on its way any more', async () => {
      const input = { page: 1, rows: 1, useBy: 'review', state: 'waiting' } as const
      return (await server.admin.call(NotificationDeliveryList, input)).pagination.total === 0
    })
    expect(events(id)).toEqual(['rejected', 'waiting'])
  })
})

describe('a callback address', () => {
  it('shows a browser a page that asks, and decides nothing by being read', async () => {
    const id = await open()
    const back = await callback(id)
    const page = await ask(back, { accept: 'text/html' })
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.body).toContain('reviewed')
    const read = await ask(back)
    expect(read.json()).toMatchObject({ code: Code.Failed, message: expect.stringMatching(/answer by POST/) })
    expect((await list()).find((row) => row.id === id)?.state).toBe(ReviewState.Wait)
  })

  it('is of no use without its secret', async () => {
    const id = await open()
    const back = await callback(id)
    for (const token of ['', 'x', back.searchParams.get('token')?.slice(1) ?? '']) {
      const body = { project_review_id: id, token }
      expect((await ask(back, { method: 'POST', body })).json()).toMatchObject({ code: Code.Denied })
    }
    back.searchParams.set('token', 'x')
    expect((await ask(back, { accept: 'text/html' })).statusCode).toBe(404)
    expect((await list())[0]?.state).toBe(ReviewState.Wait)
  })

  it('approves by GET where the operator allows that to programs', async () => {
    const back = await callback(await open())
    server.env.REVIEW_CALLBACK_GET = true
    try {
      expect((await ask(back)).json()).toMatchObject({ code: Code.Ok })
      expect((await ask(back)).json()).toMatchObject({ code: Code.Failed })
    } finally {
      server.env.REVIEW_CALLBACK_GET = false
    }
    const [row] = await list()
    expect(await endOf(server, row?.token ?? '')).toMatchObject({ state: 'success', trigger: 'callback' })
  })
})
