import type { Endpoint, InputOf } from '../contract/endpoint.ts'
import { NAMESPACE_HEADER, ROUTER_HEADER, USER_HEADER } from '../contract/limits.ts'
import { userAtom } from '../session/session.ts'
import { store } from '../session/store.ts'
import { namespaceAtom } from '../session/storedNamespace.ts'

/** Relative to the page, so that the console also works below a path of somebody else's server. */
const resolve = (path: string) => new URL(path.replace(/^\//, ''), document.baseURI)

/** The address of a call with its input in the query; empty values are left out, lists repeat their name. */
export function queryAddress(path: string, input: object = {}): URL {
  const url = resolve(path)
  for (const [name, value] of Object.entries(input)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) url.searchParams.append(name, String(item))
    }
  }
  return url
}

/** An address the browser itself opens (download, picture, recording): the namespace travels in the query. */
export function addressOf<E extends Endpoint>(endpoint: E, input: InputOf<E>): string {
  // InputOf is always an object schema (see endpoint()); the generic hides it.
  const url = queryAddress(endpoint.path, input as object)
  url.searchParams.set(NAMESPACE_HEADER, String(store.get(namespaceAtom).id))
  return url.href
}

/** The address of a websocket below the console, with namespace and user id in the query (Specification 7). */
export function socketAddress(path: string, input: object = {}): string {
  const url = queryAddress(path, input)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  url.searchParams.set(NAMESPACE_HEADER, String(store.get(namespaceAtom).id))
  const user = store.get(userAtom)
  if (user) url.searchParams.set('userId', String(user.id))
  return url.href
}

/** What every call carries: the namespace, the user as the page believes, and the route without its query. */
export function callHeaders(): Record<string, string> {
  const user = store.get(userAtom)
  const route = location.hash.replace(/^#/, '').split('?')[0] ?? ''
  return {
    [NAMESPACE_HEADER]: String(store.get(namespaceAtom).id),
    // The browser keeps the hash percent-encoded, so it fits into a header whatever was typed.
    [ROUTER_HEADER]: route,
    ...(user ? { [USER_HEADER]: String(user.id) } : {}),
  }
}
