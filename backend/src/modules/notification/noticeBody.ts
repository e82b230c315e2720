import { createHmac } from 'node:crypto'
import { NotifyType } from '@windlass/shared-kit/contract'

/** A request as a channel wants it. */
export interface NoticeRequest {
  url: URL
  body: object
}

const hmac = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64')

/** Takes the signing secret out of the address: it signs, and is never sent. */
function takeSecret(url: URL): string {
  const secret = url.searchParams.get('secret') ?? ''
  url.searchParams.delete('secret')
  return secret
}

function dingTalk(url: URL, title: string, text: string, now: number): NoticeRequest {
  const secret = takeSecret(url)
  if (secret !== '') {
    url.searchParams.set('timestamp', String(now))
    url.searchParams.set('sign', hmac(secret, `${now}\n${secret}`))
  }
  return { url, body: { msgtype: 'markdown', markdown: { title, text } } }
}

function feishu(url: URL, title: string, text: string, now: number): NoticeRequest {
  const secret = takeSecret(url)
  const timestamp = String(Math.floor(now / 1000))
  // Their signature signs nothing with a key that is made of time and secret.
  const signature = secret === '' ? {} : { timestamp, sign: hmac(`${timestamp}\n${secret}`, '') }
  return { url, body: { ...signature, msg_type: 'text', content: { text: `${title}\n${text}` } } }
}

/** Puts a notice into the form of its channel; a custom address gets the data alone. */
export function noticeBody(
  type: number,
  target: string,
  { title, text, data }: { title: string; text: string; data: object },
  now = Date.now(),
): NoticeRequest {
  const url = new URL(target.trim())
  if (type === NotifyType.WeCom) {
    return { url, body: { msgtype: 'markdown', markdown: { content: `${title}\n${text}` } } }
  }
  if (type === NotifyType.DingTalk) return dingTalk(url, title, text, now)
  if (type === NotifyType.Feishu) return feishu(url, title, text, now)
  return { url, body: { data } }
}
