import { NotifyType } from '@windlass/shared-kit/contract'
import { NOTICE_LANGUAGES, NOTICE_USES, TEMPLATE_TYPES } from '@windlass/shared-kit/contract/notification'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultTemplates } from '../../platform/notificationTemplates.ts'
import { noticeBody } from './noticeBody.ts'
import { withoutSecrets } from './noticeData.ts'
import { escaperOf, titleEscaperOf } from './noticeEscape.ts'
import { sampleData, sampleFields } from './noticeSamples.ts'
import { hintOf, requireTarget } from './noticeTarget.ts'
import { noticeText } from './noticeText.ts'
import { templateName } from './templateView.ts'

const CHATS = [NotifyType.WeCom, NotifyType.DingTalk, NotifyType.Feishu] as const

/** The bytes a provider counts, of the whole request where it counts that. */
const sizeAt = (type: number, title: string, text: string): number => {
  const { body } = noticeBody(type, 'https://chat.example.com/?secret=s', { title, text, data: {} })
  return Buffer.byteLength(type === NotifyType.WeCom ? `${title}\n${text}` : JSON.stringify(body))
}
const LIMITS = { [NotifyType.WeCom]: 4096, [NotifyType.DingTalk]: 20_000, [NotifyType.Feishu]: 30_720 }

describe('the first texts of notices', () => {
  const cases = NOTICE_LANGUAGES.flatMap((language) =>
    defaultTemplates(language).map((template) => ({ ...template, language })),
  )

  it('are there once for each use, channel and language', () => {
    const keys = cases.map(({ useBy, type, language }) => `${useBy} ${type} ${language}`)
    expect(new Set(keys).size).toBe(NOTICE_USES.length * TEMPLATE_TYPES.length * NOTICE_LANGUAGES.length)
    expect(cases).toHaveLength(keys.length)
  })

  it.each(cases)('of $useBy on channel $type in $language tell good news from bad', (template) => {
    const good = noticeText(template, sampleData(template.useBy, true))
    const bad = noticeText(template, sampleData(template.useBy, false))
    for (const { title, text, problem } of [good, bad]) {
      expect(problem).toBe('')
      expect(title).not.toBe('')
      expect(text).not.toMatch(/\n\s*\n|\{\{/)
    }
    expect(good.title).not.toBe(bad.title)
    expect(good.text).not.toBe(bad.text)
  })

  it('name project, publisher, commit, servers and what went wrong', () => {
    const [template] = defaultTemplates('en')
    const { title, text } = noticeText({ ...template, language: 'en' } as never, sampleData('deploy', false))
    expect(title).toBe('shop deploy failed')
    expect(text.split('\n')).toEqual([
      '> Project: <font color="comment">shop</font>',
      '> State: <font color="warning">deploy failed</font>',
      '> Publisher: <font color="comment">Ada</font>',
      '> Author: <font color="comment">Grace</font>',
      '> Tag: <font color="comment">v2.4.0</font>',
      '> Branch: <font color="comment">main</font>',
      '> Commit: <font color="comment">4f1d2a9c6b7e8f0011223344556677889900aabb</font>',
      '> Message: <font color="comment">checkout: keep the cart when the session ends</font>',
      '> Servers: <font color="comment">web-1(10.0.0.11) 10.0.0.12 </font>',
      '> [Open in the console](https://console.example.com/#/deploy/detail/7?token=0b6f2c1e-5d0a-4c63-9a3e-3f1f6f1f9b52)',
      '> Detail: <font color="comment">web-1: exit code 1',
      '> npm ERR! missing script: build</font>',
    ])
  })
})

describe('a template that cannot be used', () => {
  it.each([
    [
      'en',
      'deploy',
      'shop deploy failed\nOpen in the console: LINK\nweb-1: exit code 1\n> npm ERR! missing script: build',
    ],
    ['zh-cn', 'deploy', 'shop 发布失败\n在控制台中打开: LINK\nweb-1: exit code 1\n> npm ERR! missing script: build'],
    [
      'en',
      'monitor',
      'shop front page cannot be reached\nOpen in the console: LINK\nhttps://shop.example.com answered 502 Bad Gateway',
    ],
    ['zh-cn', 'server_monitor', 'web-1 cpuUsage 告警\n在控制台中打开: LINK\n93.75'],
  ] as const)('gives way to a plain text in %s about a %s', (language, useBy, expected) => {
    const template = { useBy, type: NotifyType.Feishu, language, title: 'x', template: '{{ ne .CommitInfo.Tag }}' }
    const { text, problem } = noticeText(template, sampleData(useBy, false))
    expect(text.replace(/https:\/\/console\.\S+/, 'LINK')).toBe(expected)
    expect(problem).toMatch(/^line 1: /)
  })
})

describe('a template of a monitor', () => {
  const old = { useBy: 'monitor' as const, type: NotifyType.Feishu, language: 'en' as const }
  const words = { title: '{{ .Monitor.Name }}', template: '{{ .Monitor.Name }} cannot be reached: {{ .ErrorMsg }}' }
  const data = (Event: string) => ({ Monitor: { name: 'shop' }, ErrorMsg: 'a sentence', Event })

  it('that knows failures only is not used for anything else', () => {
    const said = (event: string) => noticeText({ ...old, ...words }, data(event)).text
    expect(said('down')).toBe('shop cannot be reached: a sentence')
    expect(said('up')).toBe('shop is back\na sentence')
    expect(said('certificate')).toBe('shop has a certificate that ends soon\na sentence')
  })

  it('of ours tells the three apart', () => {
    const first = defaultTemplates('zh-cn').find(({ useBy, type }) => useBy === 'monitor' && type === old.type)
    const titles = ['down', 'up', 'certificate'].map(
      (event) => noticeText({ ...old, ...words, ...first }, data(event)).title,
    )
    expect(titles).toEqual(['shop 无法访问', 'shop 已恢复', 'shop 证书即将到期'])
  })
})

describe('a template of a review', () => {
  const source = { useBy: 'review' as const, type: NotifyType.Feishu, title: '', template: '' }
  const data = (Event: string) => ({ ...sampleData('review', false), Event })
  const EVENTS = ['waiting', 'approved', 'rejected', 'expired']

  it.each([
    ['en', ['deploy waits for a review', 'deploy approved', 'deploy rejected', 'review expired without an answer']],
    ['zh-cn', ['发布等待审核', '发布已批准', '发布被拒绝', '审核已过期，无人处理']],
  ] as const)(
    'in %s tells its four states apart as the plain text does, and until when while it waits',
    (language, words) => {
      const first = defaultTemplates(language).find(({ useBy, type }) => useBy === 'review' && type === source.type)
      const expected = words.map((word) => `shop ${word}`)
      const said = EVENTS.map((event) => noticeText({ ...source, language, ...first }, data(event)))
      expect(said.map(({ title }) => title)).toEqual(expected)
      expect(said.map(({ text }) => text.includes(' UTC'))).toEqual([true, false, false, false])
      expect(EVENTS.map((event) => noticeText({ ...source, language }, data(event)).title)).toEqual(expected)
    },
  )
})

describe('a value in a notice', () => {
  const hostile = [
    'fix\nState: deployed',
    '# Official\n## More',
    '[approve here](https://evil.example)',
    '![x](https://evil.example/pixel)',
    '<font color="info">deployed</font>',
    '<at user_id="all">everyone</at>',
    '<@all> **urgent** _now_ `code` ~~gone~~',
    'a\u0000b\u0007c\u001b[31md\u202eexe\u200b\ufeff',
    'one\r\ntwo\rthree\u2028four\u0085five',
    'title\n=====\n---',
    '&lt;font&gt; &#60;',
    'ends with \\',
  ]

  it.each(CHATS.flatMap((type) => hostile.map((value) => ({ type, value }))))(
    'on channel $type cannot make $value into markup',
    ({ type, value }) => {
      const said = escaperOf(type)(value)
      expect(said).not.toMatch(/[<[\]*`]|&#?\w+;|~~|\\$/)
      const [first = '', ...rest] = said.split('\n')
      expect(first).not.toMatch(/^\s*[#>=]/)
      expect(rest.every((line) => /^> [^#=>]*/.test(line) && !/^> (#|==|--)/.test(line))).toBe(true)
      expect([...said].every((char) => char === '\n' || char >= ' ')).toBe(true)
      expect(said).not.toMatch(/[\u200b-\u200f\u2028-\u202e\ufeff]/)
    },
  )

  it('keeps what people copy: commits, branches, paths and names', () => {
    const plain = 'feature/user_id-2 4f1d2a9 C:\\dir a & b "x" (y) 50% éü 发布 🚀 x--y'
    for (const type of TEMPLATE_TYPES) expect(escaperOf(type)(plain)).toBe(plain)
  })

  it('stays on one line in a title', () => {
    expect(titleEscaperOf(NotifyType.EMail)('shop\r\nBcc: all@example.com')).toBe('shop Bcc: all@example.com')
  })
})

describe('a notice that is too long', () => {
  const template = (type: (typeof CHATS)[number]) => ({
    useBy: 'deploy' as const,
    type,
    language: 'en' as const,
    title: '{{ .Project.Name }}',
    template: '<font color="comment">{{ .DeployDetail }}</font>',
  })

  it.each(CHATS)('is cut to what channel %i takes, and says so', (type) => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), (piece) => {
        const data = { Project: { name: piece.repeat(100) }, DeployDetail: `x${piece.repeat(30_000 / piece.length)}x` }
        const { title, text, problem } = noticeText(template(type), data)
        expect(problem).toBe('')
        expect(sizeAt(type, title, text)).toBeLessThanOrEqual(LIMITS[type])
        expect(text.isWellFormed()).toBe(true)
        expect(text).toMatch(/<\/font>$/)
      }),
      { numRuns: 30 },
    )
    const { text } = noticeText(template(type), { Project: { name: 'x' }, DeployDetail: '发'.repeat(20_000) })
    expect(text).toMatch(/…<\/font>$/)
  })
})

describe('the data of a notice', () => {
  it('leave everything behind that opens something', () => {
    const secret = 'hunter2-hunter2'
    const data = {
      Project: {
        name: 'shop',
        url: `https://me:${secret}@git.example.com/shop.git`,
        path: '/var/www/shop',
        notifyTarget: `https://chat.example.com/${secret}`,
        script: {
          afterPull: { mode: 'bash', content: `export TOKEN=${secret}` },
          customVariables: [{ name: 'k', value: secret }],
        },
      },
      ProjectServers: [{ server: { name: 'web', password: secret, jumpPassword: secret, path: `/keys/${secret}` } }],
      Server: { name: 'web', jumpPath: `/keys/${secret}`, password: secret },
      Monitor: {
        target: { items: [`https://u:${secret}@x/`], script: secret },
        failScript: secret,
        successScript: secret,
      },
      DeployDetail: `fatal: https://me:${secret}@git.example.com`,
    }
    const safe = withoutSecrets(data)
    expect(JSON.stringify(safe)).not.toContain(secret)
    expect(safe).toMatchObject({
      Project: { name: 'shop', path: '/var/www/shop', script: { afterPull: { mode: 'bash' } } },
    })
  })

  it('have the names that templates use', () => {
    const names = [
      'id',
      'namespaceId',
      'reviewURL',
      'jumpIP',
      'osInfo',
      'os',
      'url',
      'serverId',
      'publisherName',
      'ErrorMsg',
      'position',
    ]
    const expected = 'ID NamespaceID ReviewURL JumpIP OSInfo OS URL ServerID PublisherName ErrorMsg Position'
    expect(names.map(templateName).join(' ')).toBe(expected)
  })

  it.each(NOTICE_USES)('of a %s are offered with a sample each', (useBy) => {
    const fields = sampleFields(useBy)
    expect(new Set(fields.map(({ path }) => path)).size).toBe(fields.length)
    expect(fields.every(({ path, sample }) => path.startsWith('.') && sample !== '')).toBe(true)
  })
})

describe('a target', () => {
  it('is shown without what opens it', () => {
    expect(hintOf(NotifyType.WeCom, 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=693a91f6-7xxx')).toBe(
      'https://qyapi.weixin.qq.com/…7xxx',
    )
    expect(hintOf(NotifyType.Custom, 'https://me:pw@hook.example.com/x')).toBe('https://hook.example.com/…')
    const signed = 'https://oapi.dingtalk.com/robot/send?access_token=0123456789abcdef&secret=SECret'
    expect(hintOf(NotifyType.DingTalk, signed)).toBe('https://oapi.dingtalk.com/…cdef')
    expect(hintOf(NotifyType.Custom, 'nonsense')).toBe('…')
    expect(hintOf(NotifyType.EMail, 'a@example.com,b@example.com')).toBe('a@example.com, b@example.com')
  })

  it.each([
    [NotifyType.WeCom, 'ftp://chat.example.com/x', 'begins with http'],
    [NotifyType.Custom, 'file:///etc/passwd', 'begins with http'],
    [NotifyType.Feishu, '', 'begins with http'],
    [NotifyType.EMail, ' , ', 'need an address'],
    [NotifyType.EMail, 'a@example.com, nobody', '"nobody" is no mail address'],
    [NotifyType.EMail, 'a@example.com\nBcc: x@example.com', 'no mail address'],
    [NotifyType.EMail, 'a\u0000@example.com', 'cannot be seen'],
    [NotifyType.Custom, 'https://example.com/\u202ekooh', 'cannot be seen'],
  ])('of channel %i is refused as %j', (type, target, message) => {
    expect(() => requireTarget(type, target)).toThrow(message)
  })

  it('with a signing secret signs, and keeps the secret at home', () => {
    const parts = { title: 't', text: 'x', data: {} }
    const now = 1_700_000_000_000
    const ding = noticeBody(
      NotifyType.DingTalk,
      'https://oapi.dingtalk.com/robot/send?access_token=a&secret=SECabc',
      parts,
      now,
    )
    expect(ding.url.searchParams.get('timestamp')).toBe('1700000000000')
    expect(ding.url.searchParams.get('sign')).toBe('jcUpW0QmtKduN03n4JqQ0PBosVjqnM8gU7fIIvsDmCM=')
    expect(ding.url.href).not.toContain('SECabc')
    const fei = noticeBody(
      NotifyType.Feishu,
      'https://open.feishu.cn/open-apis/bot/v2/hook/a?secret=SECabc',
      parts,
      now,
    )
    expect(fei.body).toMatchObject({
      timestamp: '1700000000',
      sign: 'XprR1de+0SSBnwWyU/4k6x2TL+Q2SJlM5NNEdAv7MWg=',
      msg_type: 'text',
    })
    expect(fei.url.href).not.toContain('SECabc')
  })
})
