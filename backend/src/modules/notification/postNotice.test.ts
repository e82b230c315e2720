import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import tls from 'node:tls'
import { NotifyType } from '@windlass/shared-kit/contract'
import { execa } from 'execa'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answering, type Receiver, startReceiver } from '../../testing/receiver.ts'
import { postNotice } from './postNotice.ts'

const ID = '3d4f7f5a-65ad-4f3a-9a43-7a2b3a9b9f11'
const KEY = 'f00dfeed-0000-4000-8000-abcdefabcdef'

/** A certificate for 127.0.0.1 that was good for one day of 2020. */
async function makeExpiredCertificate(): Promise<{ key: string; cert: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'windlass-cert-'))
  const at = (name: string) => path.join(folder, name)
  await execa('openssl', [
    'req',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    at('key'),
    '-out',
    at('csr'),
    '-subj',
    '/CN=127.0.0.1',
  ])
  const config = `[ca]\ndefault_ca=x\n[x]\ndatabase=${at('index')}\nserial=${at('serial')}\nnew_certs_dir=${folder}\ndefault_md=sha256\npolicy=p\n[p]\ncommonName=supplied\n[e]\nsubjectAltName=IP:127.0.0.1\nbasicConstraints=CA:true\n`
  await execa('tee', [at('config')], { input: config })
  await execa('tee', [at('index')], { input: '' })
  await execa('tee', [at('serial')], { input: '01' })
  const dates = ['-startdate', '20200101000000Z', '-enddate', '20200102000000Z']
  await execa('openssl', [
    'ca',
    '-batch',
    '-selfsign',
    '-config',
    at('config'),
    '-extensions',
    'e',
    ...dates,
    '-keyfile',
    at('key'),
    '-in',
    at('csr'),
    '-out',
    at('cert'),
  ])
  const [key, whole] = await Promise.all([readFile(at('key'), 'utf8'), readFile(at('cert'), 'utf8')])
  await rm(folder, { recursive: true })
  return { key, cert: whole.slice(whole.indexOf('-----BEGIN')) }
}

describe('a notice that is posted', () => {
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await startReceiver()
  })
  afterAll(() => receiver.close())
  beforeEach(() => {
    receiver.answers.splice(0)
    receiver.received.splice(0)
  })

  const post = (type: number, origin = receiver.origin, limitMs?: number) =>
    postNotice(type, { url: new URL(`/hook/${KEY}?key=${KEY}`, origin), body: { text: 'hello 世界' } }, ID, limitMs)

  it('carries its name and its text as JSON', async () => {
    receiver.answers.push(answering(204))
    expect(await post(NotifyType.Custom)).toEqual({ isSent: true, answer: 'HTTP 204' })
    expect(receiver.received[0]).toMatchObject({
      headers: { 'content-type': 'application/json', 'idempotency-key': ID },
      body: '{"text":"hello 世界"}',
    })
  })

  it.each([
    [
      'a refusal of WeCom',
      NotifyType.WeCom,
      200,
      '{"errcode":93000,"errmsg":"invalid webhook url"}',
      'error 93000: invalid webhook url',
    ],
    [
      'a refusal of DingTalk',
      NotifyType.DingTalk,
      200,
      '{"errcode":310000,"errmsg":"sign not match"}',
      'error 310000: sign not match',
    ],
    [
      'a refusal of Feishu',
      NotifyType.Feishu,
      200,
      '{"code":19021,"msg":"sign match fail"}',
      'error 19021: sign match fail',
    ],
    [
      'an old refusal of Feishu',
      NotifyType.Feishu,
      200,
      '{"StatusCode":9499,"StatusMessage":"Bad Request"}',
      'error 9499: Bad Request',
    ],
    ['a broken receiver', NotifyType.Custom, 500, 'oh\n no', 'HTTP 500: oh no'],
    ['a receiver that is gone', NotifyType.Custom, 404, '', 'HTTP 404'],
  ])('counts %s as not received', async (_what, type, status, text, answer) => {
    receiver.answers.push(answering(status, text))
    expect(await post(type)).toEqual({ isSent: false, answer })
  })

  it.each([
    ['yes of a chat', NotifyType.Feishu, '{"code":0,"msg":"success","StatusCode":0}'],
    ['something that is no JSON', NotifyType.WeCom, 'ok'],
    ['a code of its own at an own address', NotifyType.Custom, '{"code":200}'],
  ])('counts %s as received', async (_what, type, text) => {
    receiver.answers.push(answering(200, text))
    expect(await post(type)).toMatchObject({ isSent: true })
  })

  it('follows no redirect', async () => {
    receiver.answers.push(answering(302, '', { location: `https://other.example.com/${KEY}` }))
    const { isSent, answer } = await post(NotifyType.Custom)
    expect(isSent).toBe(false)
    expect(answer).toBe('HTTP 302: leads to https://other.example.com; give that address instead')
    expect(receiver.received).toHaveLength(1)
  })

  it('waits no longer than it may, for the head and for the body', async () => {
    receiver.answers.push(
      () => undefined,
      (response) => void response.writeHead(200).write('half'),
    )
    for (const _what of ['head', 'body']) {
      const { isSent, answer } = await post(NotifyType.Custom, receiver.origin, 300)
      expect({ isSent, answer }).toEqual({
        isSent: false,
        answer: expect.stringMatching(/did not answer within 0\.3 s$/),
      })
    }
  })

  it('reads no more of an answer than anybody looks at, and shows no key in it', async () => {
    receiver.answers.push(answering(200, `${KEY} ${'x'.repeat(5_000_000)}`))
    const { isSent, answer } = await post(NotifyType.Custom)
    expect(isSent).toBe(true)
    expect(answer.length).toBeLessThan(400)
    expect(answer).not.toContain(KEY)
  })

  it('says who does not answer', async () => {
    const gone = await startReceiver()
    await gone.close()
    expect(await post(NotifyType.Custom, gone.origin)).toEqual({
      isSent: false,
      answer: `${new URL(gone.origin).host} refuses the connection`,
    })
    receiver.answers.push((response) => response.destroy())
    expect((await post(NotifyType.Custom)).answer).toContain(`${new URL(receiver.origin).host} `)
  })

  it('goes to nobody with an expired certificate', async () => {
    const certificate = await makeExpiredCertificate()
    const expired = await startReceiver(certificate)
    const before = tls.getCACertificates('default')
    try {
      tls.setDefaultCACertificates([...before, certificate.cert])
      const { isSent, answer } = await post(NotifyType.Custom, expired.origin)
      expect({ isSent, answer }).toEqual({
        isSent: false,
        answer: expect.stringContaining('certificate that has expired'),
      })
      expect(expired.received).toEqual([])
    } finally {
      tls.setDefaultCACertificates(before)
      await expired.close()
    }
  })
})
