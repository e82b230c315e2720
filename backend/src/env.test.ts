import { NotifyType } from '@windlass/shared-kit/contract'
import { describe, expect, it } from 'vitest'
import { readEnv, remoteOrigins } from './env.ts'
import { operatorTarget } from './noticeEnv.ts'

describe('the origins of areas', () => {
  it('are none, one or several', () => {
    expect(remoteOrigins(readEnv({}))).toEqual([])
    const REMOTE_ORIGINS = 'https://a.example, http://127.0.0.1:8080'
    expect(remoteOrigins(readEnv({ REMOTE_ORIGINS }))).toEqual(['https://a.example', 'http://127.0.0.1:8080'])
  })

  it.each([
    '*',
    'https://*',
    'a.example',
    'https://a.example/',
    "https://a.example; script-src 'unsafe-eval'",
    'data:x',
  ])('are origins and nothing that means more in a policy: %s', (REMOTE_ORIGINS) => {
    expect(() => readEnv({ REMOTE_ORIGINS })).toThrow('is no origin')
  })
})

describe('the mail server of notices', () => {
  const SMTP_FROM = 'Windlass <windlass@example.com>'

  it('is none, or an address with a sender', () => {
    expect(readEnv({}).SMTP_URL).toBe('')
    const SMTP_URL = 'smtps://me:secret@mail.example.com'
    expect(readEnv({ SMTP_URL, SMTP_FROM })).toMatchObject({ SMTP_URL, SMTP_FROM })
  })

  it.each([
    ['SMTP_URL', { SMTP_URL: 'https://me:hunter2@mail.example.com', SMTP_FROM }],
    ['SMTP_URL', { SMTP_URL: 'me:hunter2@mail.example.com', SMTP_FROM }],
    ['SMTP_FROM', { SMTP_URL: 'smtp://me:hunter2@mail.example.com' }],
    ['SMTP_FROM', { SMTP_URL: 'smtp://me:hunter2@mail.example.com', SMTP_FROM: 'a@b\r\nBcc: c@d' }],
  ])('is refused for its %s without showing its password', (name, settings) => {
    expect(() => readEnv(settings)).toThrow(new RegExp(`^${name}: (?!.*hunter2)`, 's'))
  })

  it('may tell those who look after the console', () => {
    const told = (OPERATOR_NOTICE: string) =>
      operatorTarget(readEnv({ OPERATOR_NOTICE, SMTP_URL: 'smtp://mail.example.com', SMTP_FROM }))
    expect(told('')).toBeUndefined()
    expect(told(' mail ops@example.com, night@example.com ')).toEqual({
      type: NotifyType.EMail,
      target: 'ops@example.com,night@example.com',
    })
    expect(told('feishu https://open.feishu.cn/x?secret=y')).toEqual({
      type: NotifyType.Feishu,
      target: 'https://open.feishu.cn/x?secret=y',
    })
  })

  it.each([
    'ops@example.com',
    'mail',
    'mail nobody',
    'wecom',
    'wecom ftp://hunter2.example.com',
    'pager https://hunter2.example.com',
  ])('is refused for whom to tell: %s', (OPERATOR_NOTICE) => {
    const settings = { OPERATOR_NOTICE, SMTP_URL: 'smtp://mail.example.com', SMTP_FROM }
    expect(() => readEnv(settings)).toThrow(/^OPERATOR_NOTICE: (?!.*hunter2)/s)
  })

  it('is needed for operators who are told by mail', () => {
    expect(() => readEnv({ OPERATOR_NOTICE: 'mail ops@example.com' })).toThrow('set SMTP_URL')
  })

  it.each(['', '10', '10,60,300'])('waits between attempts as %j says', (NOTICE_RETRY_SECONDS) => {
    expect(readEnv({ NOTICE_RETRY_SECONDS }).NOTICE_RETRY_SECONDS).toBe(NOTICE_RETRY_SECONDS || '10,60,300,1800,7200')
    expect(() => readEnv({ NOTICE_RETRY_SECONDS: 'soon' })).toThrow('NOTICE_RETRY_SECONDS')
  })
})
