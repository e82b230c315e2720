import { Code, DeployState, NotifyType, type NotifyTypeNumber, Permission } from '@windlass/shared-kit/contract'
import { DeployList, DeployPublish } from '@windlass/shared-kit/contract/deploy'
import {
  NotificationDeliveryList,
  NotificationDeliveryRetry,
  NotificationFieldList,
  NotificationPreview,
  NotificationTemplateEdit,
  NotificationTemplateList,
  NotificationTemplateReset,
  NotificationTest,
} from '@windlass/shared-kit/contract/notification'
import { ProjectAdd, ProjectList } from '@windlass/shared-kit/contract/project'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type MailServer, startMailServer } from '../../testing/mailServer.ts'
import { answering, type Receiver, startReceiver } from '../../testing/receiver.ts'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'
import { createDeliveryStore } from './delivery.store.ts'
import { sampleData } from './noticeSamples.ts'
import { createNotificationService } from './notification.service.ts'

const PATIENCE = { timeout: 20_000, interval: 50 }
const KEY = 'f00dfeed-0000-4000-8000-abcdefabcdef'

let server: TestServer
let receiver: Receiver
let mail: MailServer

beforeAll(async () => {
  receiver = await startReceiver()
  mail = await startMailServer()
  server = await makeTestServer({
    NOTICE_RETRY_SECONDS: '0,0',
    SMTP_URL: mail.url,
    SMTP_FROM: 'Windlass <windlass@example.com>',
  })
})
afterAll(async () => {
  await closeTestServer(server)
  await receiver.close()
  await mail.close()
})

const hook = (path: string) => `${receiver.origin}/${path}?key=${KEY}`
const requestsTo = (path: string) => receiver.received.filter((request) => request.path.startsWith(`/${path}?`))

/** Sends a notice about a project of this name and answers nothing: it is on its way. */
const send = (name: string, type: NotifyTypeNumber, target: string, namespaceId = 1) => {
  const data = sampleData('deploy', false)
  const notice = { namespaceId, useBy: 'deploy' as const, type, target }
  return createNotificationService(server.platform).send({
    ...notice,
    data: { ...data, Project: { ...(data['Project'] as object), name } },
  })
}
const find = async (name: string) => {
  const { list } = await server.admin.call(NotificationDeliveryList, { page: 1, rows: 100 })
  return list.find(({ subject }) => subject === name)
}
const settled = async (name: string, state: string) => {
  await vi.waitFor(async () => expect(await find(name)).toMatchObject({ state }), PATIENCE)
  const found = await find(name)
  if (!found) throw new Error(`${name} is not in the list`)
  return found
}

describe('the texts of notices', () => {
  it('are there for every use and channel, the newest first', async () => {
    const { list } = await server.admin.call(NotificationTemplateList)
    expect(list.map(({ id }) => id)).toEqual([20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect(list.filter(({ useBy }) => useBy === 'monitor').map(({ type }) => type)).toEqual([4, 3, 2, 1])
  })

  it('take what can be used, and go back to the first text in a language', async () => {
    await server.admin.call(NotificationTemplateEdit, {
      id: 5,
      title: 'mine',
      template: '{{ .Monitor.Name }}',
      language: 'zh-cn',
    })
    const mine = async () => (await server.admin.call(NotificationTemplateList)).list.find(({ id }) => id === 5)
    expect(await mine()).toMatchObject({ title: 'mine', template: '{{ .Monitor.Name }}', language: 'zh-cn' })
    await server.admin.call(NotificationTemplateReset, { id: 5, language: 'zh-cn' })
    expect(await mine()).toMatchObject({ title: expect.stringContaining('无法访问'), language: 'zh-cn' })
    await server.admin.call(NotificationTemplateReset, { id: 0, language: 'en' })
    expect(await mine()).toMatchObject({ title: expect.stringContaining('cannot be reached'), language: 'en' })
  })

  it.each([
    ['a field that does not exist', '{{ .Project.Nmae }}', 'there is no field ".Nmae"'],
    ['one that good news alone would trip over', '{{ if eq .DeployState 2 }}{{ .Nope }}{{ end }}x', '".Nope"'],
    ['a block that is open', '{{ if .Project }}', 'has no "end"'],
  ])('refuse %s and stay as they were', async (_what, template, message) => {
    const before = await server.admin.call(NotificationTemplateList)
    const answer = await server.admin.ask(NotificationTemplateEdit, { id: 1, title: 'x', template })
    expect(answer).toMatchObject({ code: Code.Failed, message: expect.stringContaining(message) })
    expect(await server.admin.call(NotificationTemplateList)).toEqual(before)
  })

  it('are looked at with 86 and changed with 87 only', async () => {
    const looker = await server.makeUser([Permission.ShowNotificationPage])
    const other = await server.makeUser([Permission.ManageRepository])
    const edit = { id: 1, title: 'x', template: 'x' }
    expect(await looker.ask(NotificationTemplateList)).toMatchObject({ code: Code.Ok })
    expect(await looker.ask(NotificationTemplateEdit, edit)).toMatchObject({ code: Code.Denied })
    expect(await other.ask(NotificationTemplateList)).toMatchObject({ code: Code.Denied })
    expect(await server.admin.ask(NotificationTemplateEdit, { ...edit, id: 999 })).toMatchObject({ code: Code.Failed })
  })

  it('are previewed with samples, and say what is wrong while they are written', async () => {
    const draft = { useBy: 'deploy' as const, type: NotifyType.DingTalk, title: '{{ .Project.Name }}' }
    const good = { ...draft, template: '{{ .CommitInfo.Author }}', isGood: true }
    expect(await server.admin.call(NotificationPreview, good)).toEqual({ title: 'shop', text: 'Grace', problem: '' })
    const { text, problem } = await server.admin.call(NotificationPreview, {
      ...draft,
      template: '{{ .Who }}',
      language: 'zh-cn',
    })
    expect({ text, problem }).toEqual({
      text: expect.stringContaining('发布失败'),
      problem: 'line 1: there is no field ".Who"',
    })
    const { list } = await server.admin.call(NotificationFieldList, { useBy: 'deploy' })
    expect(list).toContainEqual({ path: '.Project.Name', sample: 'shop' })
    expect(list).toContainEqual({ path: '.ProjectServers[].Server.IP', sample: '10.0.0.11' })
  })
})

describe('a notice', () => {
  it.each([
    [
      'WeCom',
      NotifyType.WeCom,
      { msgtype: 'markdown', markdown: { content: expect.stringMatching(/^to WeCom deploy failed\n> Project/) } },
    ],
    [
      'DingTalk',
      NotifyType.DingTalk,
      {
        msgtype: 'markdown',
        markdown: { title: 'to DingTalk deploy failed', text: expect.stringMatching(/^#### Project: to DingTalk/) },
      },
    ],
    [
      'Feishu',
      NotifyType.Feishu,
      { msg_type: 'text', content: { text: expect.stringMatching(/^to Feishu deploy failed\nProject: to Feishu\n/) } },
    ],
    [
      'Custom',
      NotifyType.Custom,
      {
        data: expect.objectContaining({
          DeployState: DeployState.Failed,
          Project: expect.objectContaining({ id: 7, name: 'to Custom' }),
        }),
      },
    ],
  ] as const)('reaches %s in the form it takes, and is in the log', async (name, type, body) => {
    await send(`to ${name}`, type, hook(name))
    const row = await settled(`to ${name}`, 'sent')
    const [request, ...more] = requestsTo(name)
    expect(more).toEqual([])
    expect(JSON.parse(request?.body ?? '')).toEqual(body)
    expect(request?.headers['idempotency-key']).toBe(row.deliveryId)
    expect(row).toMatchObject({ attempts: 1, nextTime: '', problem: '', answer: expect.stringContaining('HTTP 200') })
    expect(row.target).toBe(`${receiver.origin}/…cdef`)
  })

  it('reaches people by mail, those whose box exists', async () => {
    await send('by mail', NotifyType.EMail, 'ada@example.com, nobody@example.com,grace@example.com')
    const row = await settled('by mail', 'sent')
    expect(row.answer).toContain('refused for nobody@example.com')
    const [letter] = mail.mails
    expect(letter).toMatchObject({ from: 'windlass@example.com', to: ['ada@example.com', 'grace@example.com'] })
    expect(letter?.source).toContain('Subject: by mail deploy failed')
    expect(letter?.source).toContain(`Message-ID: <${row.deliveryId}@windlass>`)
    expect(letter?.source).toContain('Project: by mail')
  })

  it('has in a mail the same words twice: as text, and as a page that leads nowhere else', async () => {
    const { language } = await server.platform.db
      .selectFrom('notificationTemplate')
      .select('language')
      .where('useBy', '=', 'deploy')
      .where('type', '=', NotifyType.EMail)
      .executeTakeFirstOrThrow()
    await send('<b>twice</b>', NotifyType.EMail, 'twice@example.com')
    await settled('<b>twice</b>', 'sent')
    const source = mail.mails.find(({ to }) => to.includes('twice@example.com'))?.source ?? ''
    const [, boundary = ''] = /multipart\/alternative;\s+boundary="([^"]+)"/.exec(source) ?? []
    const parts = source.split(`--${boundary}`).map((part) => part.replaceAll('=\r\n', '').replaceAll('=3D', '='))
    const text = parts.find((part) => part.includes('Content-Type: text/plain; charset=utf-8'))
    const page = parts.find((part) => part.includes('Content-Type: text/html; charset=utf-8'))
    expect(text).toContain('Project: <b>twice</b>')
    expect(page).toContain(`<html lang="${language}">`)
    expect(page).toContain('&lt;b&gt;twice&lt;/b&gt;')
    expect(page).not.toMatch(/<b>|<img|<script|src=/)
    // Programs show the last one they understand.
    expect(parts.indexOf(page ?? '')).toBeGreaterThan(parts.indexOf(text ?? ''))
  })

  it('keeps its address encrypted where it is stored, and out of every answer', async () => {
    await send('kept apart', NotifyType.Custom, hook('apart'))
    await settled('kept apart', 'sent')
    const rows = await server.platform.db.selectFrom('notificationDelivery').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(KEY)
    expect(JSON.stringify(await server.admin.call(NotificationDeliveryList, { page: 1, rows: 100 }))).not.toContain(KEY)
  })

  it('is not sent without a channel or without an address', async () => {
    await send('no channel', NotifyType.None, hook('none'))
    await send('no address', NotifyType.Custom, ' ')
    expect(await find('no channel')).toBeUndefined()
    expect(await find('no address')).toBeUndefined()
  })

  it('does not exist when the transaction it belongs to is taken back', async () => {
    const notice = { namespaceId: 1, useBy: 'monitor' as const, type: NotifyType.Custom, target: hook('taken-back') }
    const broken = server.platform.db.transaction().execute(async (trx) => {
      await createNotificationService(server.platform).send(
        { ...notice, data: { Monitor: { name: 'taken back' } } },
        trx,
      )
      throw new Error('changed my mind')
    })
    await expect(broken).rejects.toThrow('changed my mind')
    expect(await find('taken back')).toBeUndefined()
  })

  it('says less, but something, when its template cannot be used', async () => {
    const { db } = server.platform
    await db
      .updateTable('notificationTemplate')
      .set({ template: '{{ ne .CommitInfo.Tag }}' })
      .where('id', '=', 3)
      .execute()
    await send('broken template', NotifyType.Feishu, hook('broken-template'))
    const row = await settled('broken template', 'sent')
    expect(row.problem).toBe('line 1: ne: it takes two values')
    expect(JSON.parse(requestsTo('broken-template')[0]?.body ?? '')).toMatchObject({
      content: { text: expect.stringContaining('broken template deploy failed') },
    })
    await server.admin.call(NotificationTemplateReset, { id: 3, language: 'en' })
  })
})

describe('a notice that is not received', () => {
  it('is sent again under the same name with the same words, until it is', async () => {
    receiver.answers.unshift(answering(500, 'not now'), answering(200, '{"errcode":45009,"errmsg":"too often"}'))
    await send('third time', NotifyType.WeCom, hook('third'))
    const row = await settled('third time', 'sent')
    const requests = requestsTo('third')
    expect(requests).toHaveLength(3)
    expect(new Set(requests.map(({ body }) => body)).size).toBe(1)
    expect(new Set(requests.map(({ headers }) => headers['idempotency-key']))).toEqual(new Set([row.deliveryId]))
    expect(row.attempts).toBe(3)
  })

  it('is given up after the last pause, and tried again when somebody asks', async () => {
    const gone = await startReceiver()
    await gone.close()
    await send('given up', NotifyType.Custom, `${gone.origin}/x?key=${KEY}`)
    const row = await settled('given up', 'failed')
    expect(row).toMatchObject({ attempts: 3, nextTime: '', answer: expect.stringContaining('refuses the connection') })
    const stranger = server.inNamespace(server.admin, await server.makeNamespace())
    expect(await stranger.ask(NotificationDeliveryRetry, { id: row.id })).toMatchObject({ code: Code.Failed })
    expect((await stranger.call(NotificationDeliveryList, { page: 1, rows: 10 })).list).toEqual([])
    await server.admin.call(NotificationDeliveryRetry, { id: row.id })
    expect(await settled('given up', 'failed')).toMatchObject({ attempts: expect.any(Number) })
    await vi.waitFor(async () => expect((await find('given up'))?.attempts).toBe(6), PATIENCE)
    const sent = await settled('to Custom', 'sent')
    expect(await server.admin.ask(NotificationDeliveryRetry, { id: sent.id })).toMatchObject({ code: Code.Failed })
  })

  it('is found by what became of it', async () => {
    const page = { page: 1, rows: 1 }
    const failed = await server.admin.call(NotificationDeliveryList, { ...page, state: 'failed' })
    expect(failed).toMatchObject({ list: [{ subject: 'given up' }], pagination: { total: 1 } })
    const mails = await server.admin.call(NotificationDeliveryList, {
      ...page,
      type: NotifyType.EMail,
      useBy: 'deploy',
    })
    expect(mails).toMatchObject({
      list: [{ subject: '<b>twice</b>' }],
      pagination: { total: 2 },
    })
    expect((await server.admin.call(NotificationDeliveryList, { ...page, useBy: 'server_monitor' })).list).toEqual([])
  })

  it('goes out once more after a process died between sending it and writing that down', async () => {
    await send('died between', NotifyType.Custom, hook('died'))
    const { id, deliveryId } = await settled('died between', 'sent')
    const died = { state: 'waiting', attempts: 1, nextTime: Date.now() - 1 }
    await server.platform.db.updateTable('notificationDelivery').set(died).where('id', '=', id).execute()
    await vi.waitFor(() => expect(requestsTo('died')).toHaveLength(2), PATIENCE)
    expect(requestsTo('died').map(({ headers }) => headers['idempotency-key'])).toEqual([deliveryId, deliveryId])
    expect(await settled('died between', 'sent')).toMatchObject({ attempts: 2 })
  })

  it('goes out after a restart', async () => {
    const settings = { NOTICE_RETRY_SECONDS: '3600', ADMIN_PASSWORD: '' }
    const first = await makeTestServer(settings)
    const { DATA_DIR, DATABASE_URL } = first.env
    receiver.answers.unshift(answering(503))
    const notice = { namespaceId: 1, useBy: 'monitor' as const, type: NotifyType.Custom, target: hook('restart') }
    await createNotificationService(first.platform).send({ ...notice, data: { Monitor: { name: 'restarted' } } })
    await vi.waitFor(async () => {
      const row = await first.platform.db
        .selectFrom('notificationDelivery')
        .select(['attempts', 'answer'])
        .executeTakeFirst()
      expect(row).toEqual({ attempts: 1, answer: 'HTTP 503' })
    }, PATIENCE)
    await first.platform.db
      .updateTable('notificationDelivery')
      .set({ nextTime: Date.now() + 100 })
      .execute()
    await first.stop()
    const second = await makeTestServer({ ...settings, DATA_DIR, DATABASE_URL })
    await vi.waitFor(() => expect(requestsTo('restart')).toHaveLength(2), PATIENCE)
    await closeTestServer(second)
  })

  it('is forgotten after its days', async () => {
    const { db } = server.platform
    const row = await settled('kept apart', 'sent')
    await db.updateTable('notificationDelivery').set({ insertTime: 1 }).where('id', '=', row.id).execute()
    await createDeliveryStore(db).prune(2)
    expect(await find('kept apart')).toBeUndefined()
    expect(await find('by mail')).toBeDefined()
  })
})

describe('a test notice', () => {
  const test = { useBy: 'monitor' as const, type: NotifyType.WeCom }

  it('is sent at once and says what the receiver said', async () => {
    const sent = await server.admin.call(NotificationTest, { ...test, target: hook('test') })
    expect(sent).toMatchObject({ isSent: true, answer: expect.stringContaining('HTTP 200') })
    const draft = { title: 'draft of {{ .Monitor.Name }}', template: 'x' }
    await server.admin.call(NotificationTest, { ...test, ...draft, target: hook('draft') })
    expect(requestsTo('draft')[0]?.body).toContain('draft of shop front page')
    receiver.answers.unshift(answering(403, 'no'))
    expect(await server.admin.call(NotificationTest, { ...test, target: hook('test') })).toEqual({
      isSent: false,
      answer: 'HTTP 403: no',
    })
    expect(await server.admin.call(NotificationTest, { ...test, target: 'ftp://x' })).toMatchObject({ isSent: false })
  })

  it('leaves no address in the operation log', async () => {
    const rows = await server.platform.db
      .selectFrom('operationLog')
      .select(['api', 'requestData', 'responseData'])
      .execute()
    expect(rows.filter(({ api }) => api === NotificationTest.path)).not.toEqual([])
    expect(JSON.stringify(rows)).not.toContain(KEY)
  })

  it('is for those who may say where notices go', async () => {
    const input = { ...test, target: hook('allowed') }
    const editor = await server.makeUser([Permission.EditProject])
    expect(await editor.ask(NotificationTest, input)).toMatchObject({ code: Code.Ok })
    const looker = await server.makeUser([Permission.ShowNotificationPage])
    expect(await looker.ask(NotificationTest, input)).toMatchObject({ code: Code.Denied })
  })
})

describe('the address a project sends notices to', () => {
  const fields = { repoType: 'empty' as const, path: '/tmp/notice-address', environment: 1, branch: 'virtual' }
  const target = `https://open.feishu.cn/open-apis/bot/v2/hook/${KEY}`

  it('is shown to those who may change it, and to nobody else in full', async () => {
    await server.admin.call(ProjectAdd, {
      name: 'address',
      ...fields,
      notifyType: NotifyType.Feishu,
      notifyTarget: target,
    })
    const shown = (list: { name: string; notifyTarget: string }[]) =>
      list.find(({ name }) => name === 'address')?.notifyTarget
    expect(shown((await server.admin.call(ProjectList)).list)).toBe(target)
    const looking = [Permission.ShowProjectPage, Permission.GetAllProjectList]
    const looker = await server.makeUser([...looking, Permission.ShowDeployPage, Permission.GetAllDeployList])
    expect(shown((await looker.call(ProjectList)).list)).toBe('https://open.feishu.cn/…cdef')
    expect(shown((await looker.call(DeployList)).list)).toBe('https://open.feishu.cn/…cdef')
    const { db } = server.platform
    const rows = [
      await db.selectFrom('project').select('notifyTarget').execute(),
      await db.selectFrom('operationLog').select('requestData').execute(),
    ]
    expect(JSON.stringify(rows)).not.toContain(KEY)
  })

  it('is one that its channel can reach', async () => {
    const wrong = { name: 'wrong', ...fields, notifyType: NotifyType.EMail, notifyTarget: 'nobody' }
    const answer = await server.admin.ask(ProjectAdd, wrong)
    expect(answer).toMatchObject({ code: Code.Failed, message: expect.stringContaining('is no mail address') })
  })
})

describe('a deploy', () => {
  const addProject = async (name: string, target: string, afterPull: string) => {
    const fields = { repoType: 'empty' as const, path: `/tmp/${KEY}/${name}`, environment: 1, branch: 'virtual' }
    const script = { afterPull: { mode: 'sh' as const, content: afterPull } }
    await server.admin.call(ProjectAdd, {
      name,
      ...fields,
      script,
      notifyType: NotifyType.Custom,
      notifyTarget: target,
    })
    const found = (await server.admin.call(ProjectList)).list.find((project) => project.name === name)
    if (!found) throw new Error('the project is not in the list')
    return found.id
  }
  const ended = (projectId: number, deployState: number) =>
    vi.waitFor(async () => {
      const row = (await server.admin.call(DeployList)).list.find(({ id }) => id === projectId)
      expect(row?.deployState).toBe(deployState)
    }, PATIENCE)

  it('tells the room of its project how it ended', async () => {
    const projectId = await addProject('tells', hook('tells'), 'true')
    await server.admin.call(DeployPublish, { projectId, commit: '', branch: '', serverIds: [], customVariables: [] })
    await settled('tells', 'sent')
    const { data } = JSON.parse(requestsTo('tells')[0]?.body ?? '')
    expect(data).toMatchObject({
      DeployState: DeployState.Success,
      Project: { id: projectId, name: 'tells', publisherName: 'Administrator', notifyTarget: '' },
      ProjectServers: [],
      DeployDetail: '',
    })
  })

  it('that failed says why, and waits for no receiver', async () => {
    receiver.answers.unshift(() => undefined)
    const projectId = await addProject('hangs', hook('hangs'), 'echo broken on purpose; exit 3')
    await server.admin.call(DeployPublish, { projectId, commit: '', branch: '', serverIds: [], customVariables: [] })
    await ended(projectId, DeployState.Failed)
    await vi.waitFor(() => expect(requestsTo('hangs')).toHaveLength(1), PATIENCE)
    expect(JSON.parse(requestsTo('hangs')[0]?.body ?? '').data).toMatchObject({
      DeployState: DeployState.Failed,
      DeployDetail: expect.stringContaining('3'),
    })
    // The receiver still holds the first notice: the next deploy runs to its end all the same.
    await server.admin.call(DeployPublish, { projectId, commit: '', branch: '', serverIds: [], customVariables: [] })
    await ended(projectId, DeployState.Failed)
    expect(await find('hangs')).toMatchObject({ state: 'waiting', attempts: expect.any(Number) })
  })
})
