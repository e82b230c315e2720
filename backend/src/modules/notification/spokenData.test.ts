import { NotifyType } from '@windlass/shared-kit/contract'
import { NOTICE_LANGUAGES, TEMPLATE_TYPES } from '@windlass/shared-kit/contract/notification'
import { describe, expect, it } from 'vitest'
import { defaultTemplates } from '../../platform/notificationTemplates.ts'
import { sampleData } from './noticeSamples.ts'
import { noticeText } from './noticeText.ts'

const templateOf = (useBy: string, type: number, language: 'en' | 'zh-cn') => {
  const found = defaultTemplates(language).find((each) => each.useBy === useBy && each.type === type)
  if (!found) throw new Error(`no template of ${useBy} for ${type}`)
  return { ...found, language }
}
const told = (Event: string, ErrorMsg: string) => ({ ...sampleData('monitor', false), Event, ErrorMsg })

describe('what the console says itself in a notice', () => {
  it.each([
    ['down', '127.0.0.1:80: connection refused', '127.0.0.1:80：连接被拒绝'],
    ['down', 'Unexpected response status code: 503', '响应状态码异常：503'],
    ['down', 'https://a.example/: the certificate has expired', 'https://a.example/：证书已过期'],
    [
      'certificate',
      'The certificate of https://a.example ends on 2026-12-01, in 3 days; renew it.',
      'https://a.example 的证书将于 2026-12-01 到期，还剩 3 天；请更新。',
    ],
    [
      'up',
      'shop is up again. It was down: a.example: no answer to ping (exit status 1)',
      'shop 已恢复。故障原因：a.example：ping 没有应答（退出状态 1）',
    ],
  ])('is of its language, of a monitor that is %s: %s', (event, english, chinese) => {
    for (const type of TEMPLATE_TYPES) {
      const text = (language: 'en' | 'zh-cn') =>
        noticeText(templateOf('monitor', type, language), told(event, english)).text
      expect(text('zh-cn')).toContain(chinese)
      expect(text('zh-cn')).not.toContain(english)
      expect(text('en')).toContain(english)
    }
  })

  it('is of its language where the template cannot be used, or knows of failures only', () => {
    const broken = { ...templateOf('monitor', NotifyType.Feishu, 'zh-cn'), template: '{{ .Nowhere }}' }
    expect(noticeText(broken, told('down', 'a:1: no answer')).text).toContain('a:1：没有应答')
    const old = { ...templateOf('monitor', NotifyType.Feishu, 'zh-cn'), title: 'x', template: '{{ .ErrorMsg }}' }
    expect(noticeText(old, told('up', 'x is up again. It was down: a:1: no answer')).text).toContain(
      '故障原因：a:1：没有应答',
    )
  })

  it('tells of a deploy what happened where, and leaves the words of programs alone', () => {
    const DeployDetail =
      'web-1: the script after the deploy failed with exit status 1, web-2: the transfer failed: rsync failed with exit status 23: some files could not be transferred; not touched: web-3'
    const { text } = noticeText(templateOf('deploy', NotifyType.EMail, 'zh-cn'), {
      ...sampleData('deploy', false),
      DeployDetail,
    })
    expect(text).toContain(
      'web-1：发布后脚本 执行失败，退出状态 1，web-2：传输失败：rsync 执行失败，退出状态 23：部分文件无法传输；未触及：web-3',
    )
    const raw = 'web-1: the script failed with exit status 1\nnpm ERR! missing script: build'
    const said = noticeText(templateOf('monitor', NotifyType.EMail, 'zh-cn'), told('down', raw)).text
    expect(said).toContain('web-1：脚本 执行失败，退出状态 1\n> npm ERR! missing script: build')
  })

  it('is in a field of the monitor as in the message', () => {
    const template = { ...templateOf('monitor', NotifyType.EMail, 'zh-cn'), template: '{{ .Monitor.ErrorContent }}' }
    const data = sampleData('monitor', false)
    const monitor = { ...(data['Monitor'] as object), errorContent: 'a:1: connection refused' }
    expect(noticeText(template, { ...data, Monitor: monitor }).text).toBe('a:1：连接被拒绝')
  })

  it.each(NOTICE_LANGUAGES)('leaves no English sentence in the samples of %s', (language) => {
    for (const { text } of [true, false].map((isGood) =>
      noticeText(templateOf('monitor', NotifyType.EMail, language), sampleData('monitor', isGood)),
    ))
      expect(/answer(s|ed)/.test(text)).toBe(language === 'en')
  })
})
