import { appendFile, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { NotifyType, Permission } from '@windlass/shared-kit/contract'
import {
  NotificationDeliveryList,
  NotificationDeliveryRetry,
  NotificationTemplateReset,
} from '@windlass/shared-kit/contract/notification'
import { ReleaseSetRule } from '@windlass/shared-kit/contract/release'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { failure, makeReportedConsole, type ReportedConsole, send } from '../../testing/areaReports.ts'
import { type MailServer, startMailServer } from '../../testing/mailServer.ts'

let mail: MailServer
let fixture: ReportedConsole

beforeAll(async () => {
  mail = await startMailServer()
  fixture = await makeReportedConsole({
    SMTP_URL: mail.url,
    SMTP_FROM: 'Windlass <windlass@example.com>',
    OPERATOR_NOTICE: 'mail ops@example.com, night@example.com',
    PUBLIC_URL: 'https://console.example.com',
  })
})
afterAll(async () => {
  await fixture.close()
  await mail.close()
})

/** A canary that fails for two people, and so goes back. Answers its area. */
async function failingCanary(): Promise<string> {
  const { server, makeArea, makePeople } = fixture
  const remote = await makeArea({ hasCanary: true })
  await server.admin.call(ReleaseSetRule, { remote, isOn: true, failurePercent: 30, minLoads: 2 })
  for (const person of await makePeople(2)) await send(person, failure(remote))
  return remote
}
const partOf = (source: string, type: string) =>
  Buffer.from(source.split(`Content-Type: ${type}; charset=utf-8`)[1]?.split('\r\n--')[0] ?? '').toString()
/** The plain part as it is read, whichever way it was packed for the journey. */
function plainOf(source: string): string {
  const [head = '', ...body] = partOf(source, 'text/plain').split('\r\n\r\n')
  const packed = body.join('\n\n')
  if (head.includes('base64')) return Buffer.from(packed, 'base64').toString()
  const bytes = packed.replaceAll('=\r\n', '').replace(/=([0-9A-F]{2})/g, (_all, hex: string) => `%${hex}`)
  return decodeURIComponent(bytes.replace(/%(?![0-9A-F]{2})/g, '%25'))
}
const letterAbout = async (remote: string): Promise<string> => {
  const find = () => mail.mails.map(({ source }) => plainOf(source)).find((text) => text.includes(remote))
  await expect.poll(find).toBeDefined()
  return find() ?? ''
}

it('those who look after the console hear that an area was taken back, in English', async () => {
  const remote = await failingCanary()
  expect((await letterAbout(remote)).replaceAll('\r', '').trim().split('\n')).toEqual([
    `Area: ${remote}`,
    'Version: 1.1.0',
    'State: was taken back, because it failed for too many',
    'In use now: 1.0.0',
    `Open in the console: https://console.example.com/#/setting/release/${remote}`,
    'Detail: 2 of 2 loads failed, for 2 of 2 people: 100 %, while the rule allows less than 30 %. Whoever had it gets 1.0.0.',
  ])
  expect(mail.mails.at(-1)?.to).toEqual(['ops@example.com', 'night@example.com'])
})

it('and in Chinese where the texts are Chinese', async () => {
  const { admin } = fixture.server
  await admin.call(NotificationTemplateReset, { id: 0, language: 'zh-cn' })
  const text = await letterAbout(await failingCanary())
  expect(text).toContain('状态: 失败过多，已自动收回')
  expect(text).toContain(
    '详情: 2 次加载中有 2 次失败，涉及 2 人中的 2 人：100 %，而规则要求低于 30 %。使用者改用 1.0.0。',
  )
  expect(text.replace(/https\S+/, '')).not.toMatch(/[a-z]{2,} [a-z]{2,}/i)
})

it('they hear once that files are not what was signed, and once that they are again', async () => {
  const { server, makeArea, makePeople } = fixture
  const remote = await makeArea()
  const [person] = await makePeople(1)
  if (!person) throw new Error('nobody there')
  const entry = path.join(server.env.DATA_DIR, 'remotes', remote, '1.1.0', 'remoteEntry.js')
  // Whoever asks first has it unpacked.
  await server.app.inject(`/remotes/${remote}/1.1.0/remoteEntry.js`)
  const signed = await readFile(entry)
  const about = () => mail.mails.map(({ source }) => plainOf(source)).filter((text) => text.includes(remote))
  await appendFile(entry, ';alert(1)')
  for (let report = 0; report < 2; report++) await send(person, failure(remote))
  await expect.poll(about).toEqual([expect.stringContaining('状态: 文件与签名不符')])
  await writeFile(entry, signed)
  for (let report = 0; report < 2; report++) await send(person, failure(remote))
  await expect.poll(about).toHaveLength(2)
  expect(about()[1]).toContain('状态: 文件已恢复为签名时的内容')
})

it('is among the deliveries of super managers, of whichever namespace, and of nobody else', async () => {
  const { server } = fixture
  const page = { page: 1, rows: 50, useBy: 'console' as const }
  const { list } = await server.admin.call(NotificationDeliveryList, page)
  expect(list).toHaveLength(4)
  expect(list[0]).toMatchObject({ type: NotifyType.EMail, subject: expect.stringMatching(/^area\d+ 1\.1\.0$/) })
  const reader = await server.makeUser([Permission.ShowNotificationPage, Permission.EditNotification])
  expect((await reader.call(NotificationDeliveryList, page)).list).toEqual([])
  const id = list[0]?.id ?? 0
  expect((await reader.ask(NotificationDeliveryRetry, { id })).message).toContain('no longer kept')
})

it('nobody hears of it where no setting names anybody', async () => {
  const quiet = await makeReportedConsole()
  try {
    const remote = await quiet.makeArea({ hasCanary: true })
    await quiet.server.admin.call(ReleaseSetRule, { remote, isOn: true, failurePercent: 30, minLoads: 2 })
    for (const person of await quiet.makePeople(2)) await send(person, failure(remote))
    const { list } = await quiet.server.admin.call(NotificationDeliveryList, { page: 1, rows: 50 })
    expect(list).toEqual([])
  } finally {
    await quiet.close()
  }
})
