import {
  type Endpoint,
  type Envelope,
  type InputOf,
  NAMESPACE_HEADER,
  type OutputOf,
} from '@windlass/shared-kit/contract'
import { ADMIN } from './consoleProcess.ts'

/** Prepares and checks what a journey needs over the API, as the signed-in administrator. */
export interface Api {
  call<E extends Endpoint>(endpoint: E, input?: InputOf<E>): Promise<OutputOf<E>>
  cookie: string
}

/** Signs in over the API. */
export async function openApi(url: string, who = ADMIN, namespaceId = 1): Promise<Api> {
  const response = await fetch(`${url}/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(who),
  })
  const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';')
  return {
    cookie,
    call: async (endpoint, input) => {
      const isQuery = endpoint.method === 'GET'
      const query = isQuery
        ? `?${new URLSearchParams(Object.entries(input ?? {}).map(([k, v]) => [k, String(v)]))}`
        : ''
      const answer = await fetch(`${url}${endpoint.path}${query}`, {
        method: endpoint.method,
        headers: { cookie, 'content-type': 'application/json', [NAMESPACE_HEADER]: String(namespaceId) },
        ...(!isQuery && { body: JSON.stringify(input ?? {}) }),
      })
      const { code, message, data } = (await answer.json()) as Envelope<OutputOf<typeof endpoint>>
      if (code !== 0) throw new Error(`${endpoint.path} answered ${code}: ${message}`)
      return data as OutputOf<typeof endpoint>
    },
  }
}

/** Waits until something is so, asking again and again; the last problem is in the error. */
export async function until<T>(
  what: string,
  probe: () => Promise<T | undefined | false>,
  limitMs = 30_000,
): Promise<T> {
  const end = Date.now() + limitMs
  for (;;) {
    const found = await probe()
    if (found) return found
    if (Date.now() > end) throw new Error(`still not so after ${limitMs / 1000} s: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
