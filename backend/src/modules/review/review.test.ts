import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Code, DeployState, Permission, ReviewState } from '@windlass/shared-kit/contract'
import { DeployPublish, DeployResetState } from '@windlass/shared-kit/contract/deploy'
import { ProjectAdd, ProjectList } from '@windlass/shared-kit/contract/project'
import { DeployReview, ProjectReviewList } from '@windlass/shared-kit/contract/review'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endOf, until } from '../../testing/deployBench.ts'
import { closeTestServer, makeTestServer, type TestCaller, type TestServer } from '../../testing/testServer.ts'

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
/** What the review address was asked with. */
const asked: URLSearchParams[] = []

beforeAll(async () => {
  receiver = createServer((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://x').searchParams)
    response.end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  server = await makeTestServer()
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
    reviewURL: `http://127.0.0.1:${port}/?commit=__COMMIT_ID__&by=__PUBLISHER_NAME__&back=__CALLBACK__`,
    script: { customVariables: [{ name: 'size', value: 's,m', type: 'list' }] },
  })
  projectId = (await server.admin.call(ProjectList)).list[0]?.id ?? 0
})
afterAll(async () => {
  await closeTestServer(server)
  receiver.close()
})
beforeEach(async () => {
  asked.length = 0
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

/** The callback address that the review address was told. */
async function callback(): Promise<URL> {
  await until('the review address is asked', () => asked.length > 0)
  return new URL(asked[0]?.get('back') ?? '')
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
    const back = await callback()
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

  it('cannot be answered from another namespace or without seeing the project', async () => {
    const id = await open()
    const elsewhere = server.inNamespace(server.admin, await server.makeNamespace())
    expect((await answer(elsewhere, id)).code).toBe(Code.Failed)
    const stranger = await server.makeUser([Permission.DeployReview])
    expect((await answer(stranger, id)).code).toBe(Code.Denied)
    expect((await list())[0]?.state).toBe(ReviewState.Wait)
  })
})

describe('a callback address', () => {
  it('shows a browser a page that asks, and decides nothing by being read', async () => {
    const id = await open()
    const back = await callback()
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
    const back = await callback()
    for (const token of ['', 'x', back.searchParams.get('token')?.slice(1) ?? '']) {
      const body = { project_review_id: id, token }
      expect((await ask(back, { method: 'POST', body })).json()).toMatchObject({ code: Code.Denied })
    }
    back.searchParams.set('token', 'x')
    expect((await ask(back, { accept: 'text/html' })).statusCode).toBe(404)
    expect((await list())[0]?.state).toBe(ReviewState.Wait)
  })

  it('approves by GET where the operator allows that to programs', async () => {
    await open()
    const back = await callback()
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
