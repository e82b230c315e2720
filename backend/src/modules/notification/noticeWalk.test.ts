import { NotifyType } from '@windlass/shared-kit/contract'
import { NOTICE_LANGUAGES, type NoticeUse, TEMPLATE_TYPES } from '@windlass/shared-kit/contract/notification'
import { describe, expect, it } from 'vitest'
import { defaultTemplates } from '../../platform/notificationTemplates.ts'
import { noticeBody } from './noticeBody.ts'
import { linkOf, withoutSecrets } from './noticeData.ts'
import { sampleData } from './noticeSamples.ts'
import { noticeText } from './noticeText.ts'

type Data = Readonly<Record<string, unknown>>

const HOME = 'https://console.example.com/'
const SECRET = 'hunter2-hunter2'
const CHATS = [NotifyType.WeCom, NotifyType.DingTalk, NotifyType.Feishu] as const
const TASK = {
  ...{
    id: 9,
    serverId: 1,
    expression: '0 0 3 * * *',
    command: '/usr/local/bin/backup --all',
    singleMode: 1,
    logLevel: 0,
  },
  ...{ description: 'nightly backup', state: 1, creator: 'Ada', editor: 'Ada' },
}
const SERVER = { id: 1, name: 'web-1', ip: '10.0.0.11', description: 'front' }
const NO_COMMIT = { branch: '', commit: '', author: '', timestamp: 0, message: '', tag: '', diff: '' }

const REVIEW = sampleData('review', false)['Review'] as Data
const reviewed = (Event: string, answer: Data) => ({
  useBy: 'review' as const,
  data: { ...sampleData('review', false), Event, Review: { ...REVIEW, ...answer } },
  page: '/deploy/review/7',
})

/** Everything somebody is told about, with the page it is about. */
const EVENTS: Readonly<Record<string, { useBy: NoticeUse; data: Data; page: string }>> = {
  deployed: {
    useBy: 'deploy',
    data: sampleData('deploy', true),
    page: '/deploy/detail/7?token=0b6f2c1e-5d0a-4c63-9a3e-3f1f6f1f9b52',
  },
  'a failed deploy': {
    useBy: 'deploy',
    data: sampleData('deploy', false),
    page: '/deploy/detail/7?token=0b6f2c1e-5d0a-4c63-9a3e-3f1f6f1f9b52',
  },
  'a deploy that failed before there was a commit': {
    useBy: 'deploy',
    data: { ...sampleData('deploy', false), CommitInfo: NO_COMMIT, ProjectServers: [] },
    page: '/deploy/detail/7?token=0b6f2c1e-5d0a-4c63-9a3e-3f1f6f1f9b52',
  },
  down: { useBy: 'monitor', data: sampleData('monitor', false), page: '/monitor/detail/4' },
  up: { useBy: 'monitor', data: sampleData('monitor', true), page: '/monitor/detail/4' },
  'an ending certificate': {
    useBy: 'monitor',
    data: {
      ...sampleData('monitor', false),
      Event: 'certificate',
      ErrorMsg: 'The certificate of https://shop.example.com ends on 2026-12-01, in 9 days; renew it.',
    },
    page: '/monitor/detail/4',
  },
  'a rule that matches': {
    useBy: 'server_monitor',
    data: sampleData('server_monitor', false),
    page: '/server/agent?serverId=1',
  },
  'a rule that is quiet again': {
    useBy: 'server_monitor',
    data: sampleData('server_monitor', true),
    page: '/server/agent?serverId=1',
  },
  'a failed task': {
    useBy: 'server_monitor',
    data: { Server: SERVER, Task: { ...TASK, execCode: 2, message: 'tar: /data: Cannot open' } },
    page: '/server/cron?server=1',
  },
  'a missed task': {
    useBy: 'server_monitor',
    data: { Server: SERVER, Task: { ...TASK, missed: '2026-11-22 03:00:00' } },
    page: '/server/cron?server=1',
  },
  'a review that waits': reviewed('waiting', {}),
  'an approved review': {
    useBy: 'review',
    data: sampleData('review', true),
    page: '/deploy/detail/7?token=0b6f2c1e-5d0a-4c63-9a3e-3f1f6f1f9b52',
  },
  'a rejected review': reviewed('rejected', { editor: 'Grace', reason: 'not on a Friday' }),
  'an expired review of a commit without words': reviewed('expired', { message: '' }),
  'an area that was taken back': {
    useBy: 'console',
    data: sampleData('console', false),
    page: '/setting/release/deploy',
  },
  'a damaged area': {
    useBy: 'console',
    data: { ...sampleData('console', true), Event: 'damaged' },
    page: '/setting/release/deploy',
  },
  'an area that is whole again': {
    useBy: 'console',
    data: sampleData('console', true),
    page: '/setting/release/deploy',
  },
}

/** As the service stores it: without secrets, and with the way to its page. */
const stored = (data: Data): Data => ({ ...withoutSecrets(data), Link: linkOf(HOME, data) })

const HOSTILE = [
  '[pay here](https://evil.example)',
  '![x](https://evil.example/p.gif)',
  '<font color="info">deployed</font><at user_id="all"></at><@all>',
  '**bold** _em_ `code` ~~gone~~',
  'one\n# Official\n## State: deployed\n> quoted',
  '{{ .Server.Password }}{{ end }}',
  '"},"msgtype":"text","text":{"content":"x',
  'a\u0000\u001b[31m\u202e\u200b\u2028b',
  '<script>alert(1)</script>&lt;b&gt;',
]

/** The data of an event with a text in every place where people or programs write one. */
function poisoned(value: unknown, text: string, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => poisoned(item, text))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, poisoned(item, text, name)]))
  const isOurs = ['Event', 'lastPublishToken', 'missed', 'token', 'remote'].includes(key)
  return typeof value !== 'string' || value === '' || isOurs ? value : text
}

/** A text of as many lines that means nothing to anybody. */
const calmOf = (text: string): string =>
  text
    .split(/[\n\u2028]/)
    .map(() => 'x')
    .join('\n')

/** What makes structure in the chat programs, in the order it comes. */
const structureOf = (text: string): string[] => text.match(/<\/?\w+|\]\(|^#+ |[*`]|^> /gm) ?? []

const cases = Object.entries(EVENTS).flatMap(([event, { useBy, data, page }]) =>
  NOTICE_LANGUAGES.flatMap((language) =>
    TEMPLATE_TYPES.map((type) => {
      const template = defaultTemplates(language).find((each) => each.useBy === useBy && each.type === type)
      return {
        event,
        language,
        type,
        data,
        page,
        source: { useBy, type, language, title: '', template: '', ...template },
      }
    }),
  ),
)

describe.each(cases)('the notice of $event in $language on channel $type', ({ type, data, page, source, language }) => {
  const said = noticeText(source, stored(data))

  it('is whole, in its language, with the way to its page, and nothing in it is empty', () => {
    expect(said.problem).toBe('')
    expect(`${said.title}\n${said.text}`).not.toMatch(
      /undefined|null|NaN|\[object|\{\{|\}\}|[:：]\s*(<[^>]*>)*$|\n\s*\n/m,
    )
    expect(said.title).not.toMatch(/\s{2}|\n/)
    expect(said.text).toContain(`https://console.example.com/#${page}`)
    expect(/\p{Script=Han}/u.test(said.text)).toBe(language === 'zh-cn')
    expect(said.text).toContain(language === 'en' ? 'Open in the console' : '在控制台中打开')
  })

  it('goes without a link where nobody has said what the console is called outside', () => {
    const { problem, text } = noticeText(source, withoutSecrets({ ...data, Link: '' }))
    expect(problem).toBe('')
    expect(text).not.toContain('/#/')
    expect(text).not.toMatch(/\]\(\)|\n\s*\n/)
  })

  it.each(HOSTILE)('is only as much markup with %j in it as without', (text) => {
    const hostile = stored(poisoned(data, text) as Data)
    const { title, text: body, problem } = noticeText(source, hostile)
    expect(problem).toBe('')
    expect(title).not.toContain('\n')
    expect(`${title}${body}`).not.toMatch(/[\u0000-\u0008\u001b\u200b\u202e\u2028]/)
    // A mail is plain text, in which nothing marks anything up.
    const requests = type === NotifyType.EMail ? [] : [{ title, text: body }]
    const bodies = requests.map(
      (said) => noticeBody(type, 'https://chat.example.com/x', { ...said, data: hostile }).body,
    )
    expect(bodies.map((sent) => Object.keys(JSON.parse(JSON.stringify(sent)) as object))).toEqual(
      bodies.map(Object.keys),
    )
    const calm = noticeText(source, stored(poisoned(data, calmOf(text)) as Data))
    expect(requests.map((said) => structureOf(said.text))).toEqual(requests.map(() => structureOf(calm.text)))
  })

  it('tells no secret that stood in its data', () => {
    const secret = {
      Project: { url: `https://me:${SECRET}@git.example.com`, notifyTarget: SECRET, webhookSecret: SECRET },
      Monitor: {
        notifyTarget: SECRET,
        failScript: SECRET,
        target: { items: [`https://me:${SECRET}@x/`], script: SECRET },
      },
      Server: { password: SECRET, jumpPassword: SECRET, path: SECRET },
      Task: { notifyTarget: SECRET },
    }
    const merged = Object.fromEntries(
      Object.entries(data).map(([key, value]) => {
        const added = secret[key as keyof typeof secret]
        return [key, added ? { ...(value as object), ...added } : value]
      }),
    )
    const safe = stored(merged)
    expect(JSON.stringify([safe, noticeText(source, safe)])).not.toContain(SECRET)
  })
})

it('every channel that is written to in words has a text for every event', () => {
  expect(TEMPLATE_TYPES).toEqual(expect.arrayContaining([...CHATS, NotifyType.EMail]))
  expect(cases).toHaveLength(Object.keys(EVENTS).length * NOTICE_LANGUAGES.length * TEMPLATE_TYPES.length)
})
