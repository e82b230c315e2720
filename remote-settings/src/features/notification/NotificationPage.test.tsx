import { screen, waitFor, within } from '@testing-library/react'
import { Code, NotifyType } from '@windlass/shared-kit/contract'
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
import { Permission } from '@windlass/shared-kit/contract/permission'
import { answer, neverAnswer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
import remote from '../../remote.ts'
import { markedLines } from './markedLines.ts'
import NotificationPage from './NotificationPage.tsx'

const times = { insertTime: '2026-11-01 10:00:00', updateTime: '2026-11-01 10:00:00' }
const template = {
  id: 1,
  type: NotifyType.WeCom,
  useBy: 'deploy' as const,
  title: 'hello',
  template: 'about {{ .Project.Name }}',
  language: 'en' as const,
  ...times,
}
const mail = { ...template, id: 10, type: NotifyType.EMail, title: 'by mail' }
const delivery = {
  id: 5,
  deliveryId: '3d4f7f5a-65ad-4f3a-9a43-7a2b3a9b9f11',
  useBy: 'deploy' as const,
  type: NotifyType.Feishu,
  subject: 'shop',
  target: 'https://open.feishu.cn/…a1b2',
  state: 'failed' as const,
  attempts: 6,
  nextTime: '',
  answer: 'error 19021: sign match fail',
  title: 'shop deployed',
  content: 'Project: shop',
  problem: 'line 1: there is no field ".Nmae"',
  ...times,
}
const BOTH = [Permission.ShowNotificationPage, Permission.EditNotification]
const filled = [
  answer(NotificationTemplateList, { list: [mail, template] }),
  answer(NotificationPreview, ({ title, isGood }) => ({
    title,
    text: `> State: <font color="${isGood ? 'info' : 'warning'}">${isGood ? 'fine' : 'broken'}</font>`,
    problem: title === 'wrong' ? 'line 1: oh' : '',
    ...(title === 'by mail' && { html: '<!doctype html><title>by mail</title><p>State: broken</p>' }),
  })),
  answer(NotificationFieldList, {
    list: [
      { path: '.Project.Name', sample: 'shop' },
      { path: '.ProjectServers[].Server.IP', sample: '10.0.0.11' },
    ],
  }),
  answer(NotificationTemplateEdit, null),
  answer(NotificationTemplateReset, null),
  answer(NotificationDeliveryList, ({ page, rows, state }) => ({
    list: state === 'sent' ? [] : [delivery],
    pagination: { page, rows, total: state === 'sent' ? 0 : 1 },
  })),
  answer(NotificationDeliveryRetry, null),
]
const open = (options: Parameters<typeof renderPage>[1] = {}) =>
  renderPage(<NotificationPage />, {
    remote,
    path: '/setting/notification',
    permissions: BOTH,
    answers: [...filled],
    ...options,
  })
const titleField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Title' })
const textField = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })

describe('texts of notices', () => {
  it('are written beside what they look like, and saved', async () => {
    const page = await open()
    await page.actor.type(await titleField(), ' world')
    const preview = screen.getByRole('region', { name: 'Preview' })
    await waitFor(() => expect(within(preview).getByText('hello world')).toBeTruthy())
    expect(within(preview).getByText('broken').className).toBe('nt-warning')
    await page.actor.click(within(preview).getByText('Success'))
    await waitFor(() => expect(within(preview).getByText('fine').className).toBe('nt-info'))
    await page.actor.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(page.calls.find(({ endpoint }) => endpoint.path === NotificationTemplateEdit.path)?.input).toEqual({
        id: 1,
        title: 'hello world',
        template: template.template,
      }),
    )
  })

  it('take fields where the cursor is, those of a list in a loop', async () => {
    const page = await open()
    const text = await textField()
    await page.actor.click(await screen.findByRole('button', { name: '.ProjectServers[].Server.IP' }))
    expect(text.value).toContain('{{ range .ProjectServers }}{{ .Server.IP }} {{ end }}')
    await page.actor.clear(text)
    await page.actor.type(screen.getByRole('searchbox'), 'shop')
    await page.actor.click(screen.getByRole('button', { name: '.Project.Name' }))
    expect(text.value).toBe('{{ .Project.Name }}')
    expect(screen.queryByRole('button', { name: '.ProjectServers[].Server.IP' })).toBeNull()
  })

  it('stay as written while another one is looked at', async () => {
    const page = await open()
    await page.actor.type(await titleField(), '!')
    await page.actor.click(screen.getByText('E-mail'))
    await waitFor(async () => expect((await titleField()).value).toBe('by mail'))
    expect(page.path()).toContain('channel=4')
    await page.actor.click(screen.getByText('WeCom •'))
    await waitFor(async () => expect((await titleField()).value).toBe('hello!'))
    await page.actor.click(screen.getByRole('button', { name: 'Discard changes' }))
    expect((await titleField()).value).toBe('hello')
  })

  it('by mail are shown as the page and as the text that are sent', async () => {
    const page = await open({ path: '/setting/notification?channel=4' })
    const look = await screen.findByTitle<HTMLIFrameElement>('The mail as a page')
    expect(look.srcdoc).toContain('<p>State: broken</p>')
    // Without scripts, and out of reach of the page around it.
    expect(look.getAttribute('sandbox')).toBe('')
    await page.actor.click(screen.getByText('Plain text'))
    expect(screen.queryByTitle('The mail as a page')).toBeNull()
    expect(screen.getByText(/^> State:/).tagName).toBe('PRE')
  })

  it('say what is wrong with them, and stay when the server refuses them', async () => {
    const page = await open({
      answers: [...filled, refuse(NotificationTemplateEdit, Code.Failed, 'this template cannot be used: line 1: oh')],
    })
    const title = await titleField()
    await page.actor.clear(title)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
    await page.actor.type(title, 'wrong')
    expect((await screen.findByRole('alert')).textContent).toContain('line 1: oh')
    await page.actor.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(page.calls.some(({ endpoint }) => endpoint.path === NotificationTemplateEdit.path)).toBe(true),
    )
    expect(title.value).toBe('wrong')
  })

  it('go back to the first text of a language after a question', async () => {
    const page = await open()
    await titleField()
    await page.actor.click(screen.getByRole('button', { name: 'Reset' }))
    await page.actor.click(await screen.findByText('All texts in Chinese'))
    const dialog = await screen.findByRole('dialog')
    await page.actor.click(within(dialog).getByRole('button', { name: 'Reset' }))
    await waitFor(() =>
      expect(page.calls.find(({ endpoint }) => endpoint.path === NotificationTemplateReset.path)?.input).toEqual({
        id: 0,
        language: 'zh-cn',
      }),
    )
  })

  it('are tried with an address, and what came back is shown', async () => {
    const answers = [...filled, answer(NotificationTest, { isSent: false, answer: 'error 93000: invalid webhook url' })]
    const page = await open({ answers })
    await titleField()
    await page.actor.click(screen.getByRole('button', { name: 'Send a test' }))
    await page.actor.type(await screen.findByRole('textbox', { name: 'Send to' }), 'https://example.com/hook')
    await page.actor.click(screen.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText('error 93000: invalid webhook url')).toBeTruthy()
    answers.push(answer(NotificationTest, { isSent: true, answer: 'HTTP 200' }))
    await page.actor.click(screen.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText('The receiver took it')).toBeTruthy()
  })

  it('are read only for those who may not write them', async () => {
    await open({ permissions: [Permission.ShowNotificationPage] })
    expect((await titleField()).readOnly).toBe(true)
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    expect(screen.queryByRole('button', { name: '.Project.Name' })).toBeNull()
  })

  it.each([
    ['a refusal', refuse(NotificationTemplateList, Code.Denied, 'no permission'), 'Missing permission'],
    [
      'an error of the server',
      refuse(NotificationTemplateList, Code.Failed, 'database is locked'),
      'database is locked',
    ],
  ])('tell %s', async (_what, problem, words) => {
    await open({ answers: [problem] })
    expect((await screen.findByRole('alert')).textContent).toContain(words)
  })

  it('show grey lines while loading', async () => {
    await open({ answers: [neverAnswer(NotificationTemplateList)] })
    expect(screen.getByRole('status', { busy: true })).toBeTruthy()
  })
})

describe('deliveries of notices', () => {
  const path = '/setting/notification?tab=deliveries'

  it('show what was said, to whom and what came back, and go out again on demand', async () => {
    const page = await open({ path })
    expect(await screen.findByText('Given up')).toBeTruthy()
    await page.actor.click(screen.getByRole('button', { name: 'Show' }))
    const drawer = await screen.findByRole('dialog')
    expect(drawer.textContent).toContain('Project: shop')
    expect(drawer.textContent).toContain('there is no field ".Nmae"')
    expect(page.path()).toContain('notice=5')
    await page.actor.click(within(drawer).getByRole('button', { name: 'Try again' }))
    await waitFor(() =>
      expect(page.calls.find(({ endpoint }) => endpoint.path === NotificationDeliveryRetry.path)?.input).toEqual({
        id: 5,
      }),
    )
  })

  it('are filtered in the address, and offer the way back when nothing matches', async () => {
    const page = await open({ path: `${path}&state=sent&by=999&about=nonsense` })
    await page.actor.click(await screen.findByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByText('shop')).toBeTruthy()
    expect(page.path()).toBe(path)
  })

  it('explain themselves when there are none, and offer no retry to those who may only look', async () => {
    const none = answer(NotificationDeliveryList, { list: [], pagination: { page: 1, rows: 20, total: 0 } })
    await open({ path, answers: [none] })
    expect(await screen.findByText('No notices yet')).toBeTruthy()
    await open({ path, permissions: [Permission.ShowNotificationPage] })
    await screen.findByText('shop')
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })
})

it('colours of a notice go on until they are closed, also in the next line', () => {
  expect(markedLines('#### a: <font color="info">b\n> c</font> d')).toEqual([
    {
      kind: 'heading',
      parts: [
        { color: '', words: 'a: ' },
        { color: 'info', words: 'b' },
      ],
    },
    {
      kind: 'quote',
      parts: [
        { color: 'info', words: 'c' },
        { color: '', words: ' d' },
      ],
    },
  ])
})
