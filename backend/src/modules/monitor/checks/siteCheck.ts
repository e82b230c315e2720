import { maskUrlCredentials } from '../../../platform/redact.ts'
import { CheckError, type ItemCheck } from './check.ts'
import { causeText } from './failureText.ts'

const HTTP_OK = 200
/** A page that goes on for ever is there all the same. */
const BODY_BYTES = 10 * 1024 * 1024

/** Reads an answer to its end, so that one which breaks off is a failure. */
async function readBody({ body }: Response): Promise<void> {
  if (body === null) return
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > BODY_BYTES) return
  }
}

/** `fetch` takes no credentials within an address; people write them there. */
function requestOf(item: string): { url: URL; headers: Record<string, string> } {
  const url = new URL(item)
  // A connection that is kept may have been closed by the other side meanwhile, which would be no failure of the site.
  const headers: Record<string, string> = { 'user-agent': 'windlass-monitor', connection: 'close' }
  if (url.username !== '') {
    const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
    headers['authorization'] = `Basic ${Buffer.from(credentials).toString('base64')}`
    url.username = ''
    url.password = ''
  }
  return { url, headers }
}

/** Gets a page, redirects followed: only 200 passes, whatever others say of 201 and 204. */
export async function siteCheck({ item, signal }: ItemCheck): Promise<void> {
  const { url, headers } = requestOf(item)
  let response: Response
  try {
    response = await fetch(url, { redirect: 'follow', signal, headers })
    if (response.status === HTTP_OK) await readBody(response)
    else await response.body?.cancel()
  } catch (error) {
    signal.throwIfAborted()
    throw new CheckError(`${maskUrlCredentials(item)}: ${causeText(error)}`)
  }
  if (response.status !== HTTP_OK) throw new CheckError(`Unexpected response status code: ${response.status}`)
}
