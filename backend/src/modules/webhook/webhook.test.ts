import { createHmac } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Code, type Envelope, Permission } from '@windlass/shared-kit/contract'
import { ProjectEdit, ProjectList, ProjectRemove, ProjectSetAutoDeploy } from '@windlass/shared-kit/contract/project'
import {
  WebhookDeliveryDetail,
  WebhookDeliveryList,
  WebhookReplay,
  WebhookSecret,
  WebhookSetSecret,
} from '@windlass/shared-kit/contract/webhook'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { addProject, type DeployBench, endOf, makeDeployBench } from '../../testing/deployBench.ts'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'

let bench: DeployBench
let server: TestServer
let projectId: number
let secret: string
let serial = 0
let senders = 0

const MISMATCH = 'Receive branch:other push event, not equal to current branch'
const RECEIVED = 'receive push signal'
const SHA = '0123456789abcdef0123456789abcdef01234567'
const NO_SHA = '0'.repeat(40)

interface Message {
  headers: Record<string, string>
  body?: unknown
  /** Sent as it is. */
  raw?: Buffer | string
  query?: Record<string, string>
  to?: number
  /** Address of the sender; each message has one of its own, so that no test uses up what another may send. */
  from?: string
}

const send = async ({
  headers,
  body,
  raw,
  query = {},
  to = projectId,
  from = `10.0.0.${++senders}`,
}: Message): Promise<Envelope<unknown>> => {
  const payload = raw ?? JSON.stringify(body)
  const type = { 'content-type': 'application/json' }
  const request = {
    method: 'POST',
    url: '/deploy/webhook',
    headers: { ...type, ...headers },
    payload,
    remoteAddress: from,
  } as const
  const response = await server.app.inject({ ...request, query: { project_id: String(to), ...query } })
  expect(response.statusCode).toBe(200)
  return response.json()
}

const hex = (text: string, key = secret) => createHmac('sha256', key).update(text).digest('hex')
const pushTo = (ref: string, more: object = {}) => ({ ref, before: NO_SHA, after: SHA, commits: [], ...more })
const latest = async () =>
  (await server.admin.call(WebhookDeliveryList, { projectId, page: 1, rows: 1 })).list[0] ?? expect.fail('no delivery')
/** Waits for the deploy that was started, so that the next push is not taken for the same one. */
const settled = async () => {
  const { token } = await latest()
  if (token !== '') await endOf(server, token)
}

/** How each host signs what it sends; `key` is what it believes to be the secret. */
const HOSTS: Record<string, (text: string, key: string) => Record<string, string>> = {
  github: (text, key) => ({
    'x-github-event': 'push',
    'x-github-delivery': `gh-${++serial}`,
    'x-hub-signature-256': `sha256=${hex(text, key)}`,
  }),
  gitea: (text, key) => ({
    'x-github-event': 'push',
    'x-gogs-event': 'push',
    'x-gitea-event': 'push',
    'x-gitea-delivery': `gt-${++serial}`,
    'x-gitea-signature': hex(text, key),
  }),
  forgejo: (text, key) => ({ 'x-forgejo-event': 'push', 'x-forgejo-signature': hex(text, key) }),
  gitlab: (_text, key) => ({
    'x-gitlab-event': 'Push Hook',
    'idempotency-key': `gl-${++serial}`,
    'x-gitlab-token': key,
  }),
  'gitee by password': (_text, key) => ({ 'x-gitee-event': 'Push Hook', 'x-gitee-token': key }),
  'gitee by signature': (_text, key) => {
    const timestamp = String(Date.now())
    const sign = createHmac('sha256', key).update(`${timestamp}\n${key}`).digest('base64')
    return { 'x-gitee-event': 'Push Hook', 'x-gitee-timestamp': timestamp, 'x-gitee-token': sign }
  },
  codeup: (_text, key) => ({ 'x-codeup-event': 'Push Hook', 'x-codeup-token': key }),
  bitbucket: (text, key) => ({
    'x-event-key': 'repo:push',
    'x-request-uuid': `bb-${++serial}`,
    'x-hub-signature': `sha256=${hex(text, key)}`,
  }),
  svn: (_text, key) => ({ 'x-svn-event': 'push', 'x-svn-token': key }),
}
const bodyOf = (host: string, branch: string, { isDeleted = false, isTag = false } = {}): object => {
  if (host === 'svn') return { ref: isTag ? `tags/${branch}` : branch, revision: 12 }
  if (host !== 'bitbucket') {
    const ref = `refs/${isTag ? 'tags' : 'heads'}/${branch}`
    return pushTo(ref, isDeleted ? { after: NO_SHA, deleted: true } : {})
  }
  const named = { type: isTag ? 'tag' : 'branch', name: branch, target: { hash: SHA } }
  return { push: { changes: [isDeleted ? { old: named, new: null } : { old: null, new: named }] } }
}

beforeAll(async () => {
  bench = await makeDeployBench()
  server = await makeTestServer()
  projectId = await addProject(server.admin, bench)
  await server.admin.call(ProjectSetAutoDeploy, { id: projectId, autoDeploy: 1 })
  secret = (await server.admin.call(WebhookSecret, { projectId })).secret
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(async () => {
  await closeTestServer(server)
  await bench.stop()
})

describe.each(Object.keys(HOSTS))('a push from %s', (host) => {
  const headersFor = (text: string, key = secret) => HOSTS[host]?.(text, key) ?? {}
  const sendSigned = (body: object, key?: string) => {
    const raw = JSON.stringify(body)
    return send({ headers: headersFor(raw, key), raw })
  }

  it('deploys when it is signed with the secret of the project', async () => {
    expect(await sendSigned(bodyOf(host, 'main'))).toEqual({ code: Code.Ok, message: RECEIVED, data: null })
    const delivery = await latest()
    expect(delivery).toMatchObject({ signature: 'valid', outcome: 'started', code: 0, answer: RECEIVED })
    const publish = await endOf(server, delivery.token)
    expect(publish).toMatchObject({ state: 'success', trigger: 'webhook', publisherId: 1, publisherName: 'webhook' })
  })

  it('starts nothing with another secret, without one, or with a body that was changed on the way', async () => {
    const body = bodyOf(host, 'main')
    expect(await sendSigned(body, 'another')).toMatchObject({ code: Code.Denied })
    expect(await latest()).toMatchObject({ signature: 'wrong', outcome: 'refused', token: '' })
    const unsigned = Object.entries(headersFor('')).filter(([name]) => !/token|signature/.test(name))
    expect(await send({ headers: Object.fromEntries(unsigned), body })).toMatchObject({ code: Code.Denied })
    expect(await latest()).toMatchObject({ signature: 'missing', outcome: 'refused', token: '' })
    const headers = headersFor(JSON.stringify(body))
    const isOverBody = Object.keys(headers).some((name) => name.includes('signature'))
    if (!isOverBody) return
    expect(await send({ headers, body: { ...body, extra: 1 } })).toMatchObject({ code: Code.Denied })
  })

  it('says why it starts nothing for other branches, tags and branches that were deleted', async () => {
    expect(await sendSigned(bodyOf(host, 'other'))).toMatchObject({ code: Code.Denied, message: MISMATCH })
    const tagged = await sendSigned(bodyOf(host, 'main', { isTag: true }))
    expect(tagged).toMatchObject({ code: Code.Denied })
    expect(tagged.message).toMatch(/^Receive branch:(refs\/)?tags\/main push event, not equal/)
    if (host === 'svn') return
    const deleted = await sendSigned(bodyOf(host, 'main', { isDeleted: true }))
    expect(deleted).toMatchObject({ code: Code.Denied, message: 'branch main was deleted; nothing was started' })
    expect(await latest()).toMatchObject({ outcome: 'ignored', token: '' })
  })
})

describe('a delivery', () => {
  const github = (raw: string, more: Record<string, string> = {}) => ({ ...HOSTS['github']?.(raw, secret), ...more })
  const sendGithub = (body: object, more: Record<string, string> = {}) => {
    const raw = JSON.stringify(body)
    return send({ headers: github(raw, more), raw })
  }

  it('starts one deploy, however often it is sent, also at the same moment', async () => {
    const more = { 'x-github-delivery': 'the-same' }
    const answers = await Promise.all([1, 2, 3].map(() => sendGithub(pushTo('refs/heads/main'), more)))
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    await settled()
    const again = await sendGithub(pushTo('refs/heads/main'), more)
    expect(again).toMatchObject({ code: Code.Denied, message: expect.stringContaining('already') })
  })

  it('that was refused may be sent again', async () => {
    const raw = JSON.stringify(pushTo('refs/heads/main'))
    const more = { 'x-github-delivery': 'second-try' }
    expect(await send({ headers: github(raw, { ...more, 'x-hub-signature-256': 'sha256=00' }), raw })).toMatchObject({
      code: Code.Denied,
    })
    expect(await send({ headers: github(raw, more), raw })).toMatchObject({ code: Code.Ok })
    await settled()
  })

  it('comes as a form as well, and its secret in the address where nothing can be signed', async () => {
    const raw = new URLSearchParams({ payload: JSON.stringify(pushTo('refs/heads/main')) }).toString()
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect(await send({ headers: github(raw, form), raw })).toMatchObject({ code: Code.Ok })
    await settled()
    const svn = { headers: { 'x-svn-event': 'push' }, body: { ref: 'main' } }
    expect(await send({ ...svn, query: { secret } })).toMatchObject({ code: Code.Ok })
    await settled()
    expect(await send({ ...svn, query: { secret: 'no' } })).toMatchObject({ code: Code.Denied })
  })

  it('of several branches deploys when one of them is the project’s', async () => {
    const named = (name: string) => ({ old: null, new: { type: 'branch', name, target: { hash: SHA } } })
    const raw = JSON.stringify({ push: { changes: [named('other'), named('main')] } })
    expect(await send({ headers: HOSTS['bitbucket']?.(raw, secret) ?? {}, raw })).toMatchObject({ code: Code.Ok })
    await settled()
  })

  it('that tests the address is answered in words, and checks the secret', async () => {
    const ping = { 'x-github-event': 'ping' }
    const answer = await sendGithub({ zen: 'Keep it logically awesome.', hook_id: 1 }, ping)
    expect(answer).toMatchObject({ code: Code.Ok, message: 'the webhook works; pushes to main are deployed' })
    expect(await latest()).toMatchObject({ outcome: 'ping', token: '' })
    const forged = { ...ping, 'x-hub-signature-256': 'sha256=00' }
    expect(await sendGithub({ zen: '' }, forged)).toMatchObject({ code: Code.Denied })
  })

  it.each([
    ['no event', { headers: {}, body: {} }, 'only receive push event'],
    ['another event', { headers: { 'x-github-event': 'issues' }, body: {} }, 'only receive push event'],
    ['a push of tags', { headers: { 'x-gitlab-event': 'Tag Push Hook' }, body: {} }, 'only receive push event'],
    ['no ref', { headers: { 'x-github-event': 'push' }, body: {} }, 'ref is a required field'],
    ['a ref that is no text', { headers: { 'x-github-event': 'push' }, body: { ref: [1] } }, 'ref is a required field'],
    ['no body', { headers: { 'x-github-event': 'push' }, raw: '' }, 'ref is a required field'],
    ['half a JSON', { headers: { 'x-github-event': 'push' }, raw: '{"ref":"refs/heads/ma' }, 'ref is a required'],
    ['a list', { headers: { 'x-github-event': 'push' }, raw: '[1]' }, 'ref is a required field'],
    ['no UTF-8', { headers: { 'x-github-event': 'push' }, raw: Buffer.from([0xff, 0, 0xfe]) }, 'ref is a required'],
    ['wrong changes', { headers: { 'x-event-key': 'repo:push' }, body: { push: { changes: 7 } } }, 'ref is a required'],
    ['an unknown project', { headers: { 'x-github-event': 'push' }, body: pushTo('x'), to: 999_999 }, 'does not exist'],
    ['an absurd project', { headers: { 'x-github-event': 'push' }, body: pushTo('x'), to: 1e15 }, 'project_id must be'],
    ['two megabytes', { headers: { 'x-github-event': 'push' }, raw: `"${'x'.repeat(2 ** 21)}"` }, 'too large'],
  ])('with %s is answered in words', async (_what, message: Message, words) => {
    const answer = await send(message)
    expect(answer).toMatchObject({ code: Code.Failed, message: expect.stringContaining(words) })
  })

  it('that is hostile does no harm', async () => {
    const deep = `{"ref":"refs/heads/main","a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    expect(await send({ headers: github(deep), raw: deep })).toMatchObject({ code: Code.Ok })
    await settled()
    for (const body of [
      { ref: 'refs/heads/main', commits: [null, 7, { added: [{}, null], modified: 'x' }], pusher: [] },
      { ref: `refs/heads/${'é'.repeat(4000)}`, after: { toString: 1 } },
      { ref: 'refs/heads/a\u0000b', __proto__: { after: 'x' }, constructor: 1 },
    ]) {
      const { message } = await sendGithub(body)
      expect(message).not.toContain('the log has the reason')
      await settled()
    }
  })

  it('is kept with what was sent, without what proves who sent it', async () => {
    const url = 'https://ada:p4ssw0rd@git.example/shop.git'
    await sendGithub(pushTo('refs/heads/other', { pusher: { name: 'Ada' }, repository: { url }, password: secret }))
    const { id, pusher, commit } = await latest()
    expect({ pusher, commit }).toEqual({ pusher: 'Ada', commit: SHA })
    const detail = await server.admin.call(WebhookDeliveryDetail, { projectId, id })
    expect(detail.body).toContain('refs/heads/other')
    expect(detail.headers).toMatchObject({ 'x-github-event': 'push', 'x-hub-signature-256': '******' })
    expect(JSON.stringify(detail)).not.toMatch(new RegExp(`p4ssw0rd|${secret}`))
  })

  it('is played again by hand, unless nobody knows who sent it', async () => {
    await sendGithub(pushTo('refs/heads/main'))
    await settled()
    const { id } = await latest()
    const replay = await server.admin.call(WebhookReplay, { projectId, id })
    expect(replay).toMatchObject({ outcome: 'started', answer: RECEIVED })
    expect(await endOf(server, replay.token)).toMatchObject({ state: 'success', trigger: 'webhook', publisherId: 1 })
    expect(await latest()).toMatchObject({ id: replay.id, replayOf: id, token: replay.token })
    await send({ headers: { 'x-github-event': 'push' }, body: pushTo('refs/heads/main') })
    const forged = await latest()
    const answer = await server.admin.ask(WebhookReplay, { projectId, id: forged.id })
    expect(answer).toMatchObject({ code: Code.Failed, message: expect.stringContaining('did not prove') })
    expect((await server.admin.call(WebhookDeliveryDetail, { projectId, id: forged.id })).body).toBe('')
  })

  it('is seen by those who may switch the webhook of a project they see', async () => {
    const [bound, stranger] = await Promise.all([1, 2].map(() => server.makeUser([Permission.SwitchProjectWebhook])))
    const times = { insertTime: 1, updateTime: 1 }
    await server.platform.db
      .insertInto('projectUser')
      .values({ projectId, userId: bound?.userId ?? 0, ...times })
      .execute()
    const input = { projectId, page: 1, rows: 20, outcome: 'started' as const }
    const page = await bound?.call(WebhookDeliveryList, input)
    expect(page?.list.every(({ outcome }) => outcome === 'started')).toBe(true)
    expect(await stranger?.ask(WebhookDeliveryList, input)).toMatchObject({ code: Code.Denied })
    expect(await stranger?.ask(WebhookSecret, { projectId })).toMatchObject({ code: Code.Denied })
  })
})

describe('a project', () => {
  it('is born with a secret that nobody guesses, and switched off', async () => {
    const id = await addProject(server.admin, bench, { name: 'new' })
    const settings = await server.admin.call(WebhookSecret, { projectId: id })
    expect(settings).toEqual({
      address: `/deploy/webhook?project_id=${id}`,
      secret: expect.stringMatching(/^[\w-]{32}$/),
    })
    expect(settings.secret).not.toBe(secret)
    expect((await server.admin.call(ProjectList)).list.find((row) => row.id === id)).toMatchObject({ autoDeploy: 0 })
  })

  const push = (ref = 'refs/heads/main', more: object = {}, to = projectId, from?: string) =>
    send({ headers: { 'x-gitlab-event': 'Push Hook' }, body: pushTo(ref, more), to, ...(from && { from }) })

  it('without a secret believes everybody, and gets another one on demand', async () => {
    const id = await addProject(server.admin, bench, { name: 'open', branch: 'feature/a/b' })
    await bench.git('branch', 'feature/a/b')
    await server.admin.call(ProjectSetAutoDeploy, { id, autoDeploy: 1 })
    const renewed = await server.admin.call(WebhookSetSecret, { projectId: id, action: 'generate' })
    expect(renewed.secret).toHaveLength(32)
    expect(await push('refs/heads/feature/a/b', {}, id)).toMatchObject({ code: Code.Denied })
    await server.admin.call(WebhookSetSecret, { projectId: id, action: 'remove' })
    expect(await push('refs/heads/feature/a/b', {}, id)).toMatchObject({ code: Code.Ok, message: RECEIVED })
    expect(await push('refs/heads/a/b', {}, id)).toMatchObject({
      message: 'Receive branch:a/b push event, not equal to current branch',
    })
    expect(await push('feature/a/b', {}, id)).toMatchObject({ code: Code.Denied })
    const { list } = await server.admin.call(WebhookDeliveryList, { projectId: id, page: 1, rows: 9 })
    expect(list.map(({ signature }) => signature)).toEqual(['unchecked', 'unchecked', 'unchecked', 'missing'])
    await endOf(server, list.find(({ token }) => token !== '')?.token ?? '')
    await server.admin.call(ProjectRemove, { id })
    expect(await push('refs/heads/feature/a/b', {}, id)).toMatchObject({ code: 1, message: 'Project is disabled' })
  })

  it('whose auto deploy is off says so', async () => {
    const id = await addProject(server.admin, bench, { name: 'manual' })
    await server.admin.call(WebhookSetSecret, { projectId: id, action: 'remove' })
    const message = 'Webhook auto deploy turn off, go to project setting turn on'
    expect(await push('refs/heads/main', {}, id)).toMatchObject({ code: Code.Denied, message })
  })

  it('is deployed once more for a push during a deploy, and once for many pushes that wait', async () => {
    const gate = path.join(bench.folder, 'gate')
    await writeFile(gate, '')
    const content = `while [ -e '${gate}' ]; do sleep 0.1; done`
    const id = await addProject(server.admin, bench, { name: 'slow', script: { afterPull: { mode: 'sh', content } } })
    await server.admin.call(ProjectSetAutoDeploy, { id, autoDeploy: 1 })
    await server.admin.call(WebhookSetSecret, { projectId: id, action: 'remove' })
    const tokens = async () => {
      const { list } = await server.admin.call(WebhookDeliveryList, { projectId: id, page: 1, rows: 20 })
      return list.map(({ token }) => token)
    }
    await push('refs/heads/main', {}, id)
    await expect
      .poll(
        async () => {
          const query = server.platform.db.selectFrom('publish').select('state').where('projectId', '=', id)
          return (await query.executeTakeFirst())?.state
        },
        { timeout: 20_000 },
      )
      .toBe('running')
    for (const _ of [1, 2, 3]) expect(await push('refs/heads/main', {}, id)).toMatchObject({ code: Code.Ok })
    await rm(gate)
    const all = await tokens()
    expect(new Set(all).size).toBe(2)
    for (const token of new Set(all)) expect(await endOf(server, token)).toMatchObject({ state: 'success' })
  })

  it('with watched paths is deployed for what touches them only', async () => {
    const fields = {
      ...{ name: 'watching', repoType: 'git' as const, url: bench.origin, environment: 1, branch: 'main' },
      path: `${bench.root}/watching`,
    }
    const id = await addProject(server.admin, bench, { name: 'watching' })
    await server.admin.call(ProjectEdit, { id, ...fields, policy: { watchPaths: ['services/shop', 'go.mod'] } })
    await server.admin.call(ProjectSetAutoDeploy, { id, autoDeploy: 1 })
    await server.admin.call(WebhookSetSecret, { projectId: id, action: 'remove' })
    const touching = (modified: string[], more: object = {}) =>
      push('refs/heads/main', { commits: [{ added: [], modified, removed: [] }], ...more }, id)
    const nothing = { code: Code.Denied, message: expect.stringContaining('nothing below the paths') }
    expect(await touching(['services/shopping/a.ts', 'README.md'])).toMatchObject(nothing)
    expect(await touching(['services/shop/a.ts'])).toMatchObject({ code: Code.Ok })
    await settledOf(id)
    // The message leaves commits out, so the repository is asked.
    const before = await bench.git('rev-parse', 'HEAD')
    const docs = await bench.commit('docs', { 'docs/a.md': 'a' })
    const shop = await bench.commit('shop', { 'services/shop/b.ts': 'b' })
    const cut = { before, total_commits_count: 99 }
    expect(await touching(['docs/a.md'], { ...cut, after: docs })).toMatchObject(nothing)
    expect(await touching(['docs/a.md'], { ...cut, after: shop })).toMatchObject({ code: Code.Ok })
    await settledOf(id)
    // Nobody can compare with a commit that is not there: rather a deploy too many.
    expect(await touching(['docs/a.md'], { ...cut, before: SHA, after: shop })).toMatchObject({ code: Code.Ok })
    await settledOf(id)
  })

  const settledOf = async (id: number) => {
    const { list } = await server.admin.call(WebhookDeliveryList, { projectId: id, page: 1, rows: 1 })
    await endOf(server, list[0]?.token ?? '')
  }

  it('is told so often that its host is asked to slow down, while others are heard', async () => {
    const id = await addProject(server.admin, bench, { name: 'busy' })
    const answers = []
    // Otherwise the minute in which so many are heard may end.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    for (let count = 0; count < 61; count++) answers.push(await push('refs/heads/main', {}, id, '192.0.2.1'))
    expect(answers.filter(({ message }) => message.startsWith('too many'))).toHaveLength(1)
    expect((await push('refs/heads/main', {}, projectId, '192.0.2.1')).message).not.toContain('too many')
  })
})
