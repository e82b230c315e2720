import type { NginxConnections } from '@windlass/shared-kit/contract/nginx'
import { ASK_STUB } from './nginxPrograms.ts'
import type { NginxRun } from './nginxRun.ts'
import { stubStatusOf } from './nginxText.ts'
import { encodingOf, type NginxTree } from './nginxTree.ts'

/** Where an nginx counts its connections, as its own server can ask it. */
interface StubPlace {
  url: string
  host: string
  /** "" for TCP. */
  socket: string
}

const LISTEN = /^(?:(?<host>\[[\da-f:]*\]|[^:\s]*[^:\d\s][^:\s]*|\d+(?:\.\d+){3}):?)?(?<port>\d*)$/i
const EVERYWHERE = new Set(['', '*', '0.0.0.0', '[::]'])
const PLAIN_PATH = /^\/[\w./-]*$/
const PLAIN_NAME = /^[\w.-]+$/

function placeOf({ path, listen, names }: { path: string; listen: readonly string[][]; names: readonly string[] }) {
  if (!PLAIN_PATH.test(path)) return undefined
  const isSecure = (words: readonly string[]) => words.includes('ssl')
  const [address = '80', ...options] = listen.find((words) => !isSecure(words)) ?? listen[0] ?? []
  const scheme = isSecure(options) ? 'https' : 'http'
  const host = names.find((name) => PLAIN_NAME.test(name) && name !== '_') ?? 'localhost'
  if (address.startsWith('unix:')) {
    return { url: `${scheme}://localhost${path}`, host, socket: address.slice('unix:'.length) }
  }
  const found = LISTEN.exec(address)?.groups
  if (!found) return undefined
  const { host: at = '', port = '' } = found
  const where = EVERYWHERE.has(at) ? '127.0.0.1' : at
  return { url: `${scheme}://${where}${port === '' ? '' : `:${port}`}${path}`, host, socket: '' }
}

/** The first place of a configuration that counts connections. */
export function stubPlace(tree: Pick<NginxTree, 'files'>): StubPlace | undefined {
  for (const { bytes } of tree.files) {
    const [place] = bytes ? stubStatusOf(bytes.toString(encodingOf(bytes))).flatMap((stub) => placeOf(stub) ?? []) : []
    if (place) return place
  }
  return undefined
}

const COUNTS =
  /^Active connections:\s*(\d+)\s*\n.*\n\s*(\d+)\s+(\d+)\s+(\d+)\s*\nReading:\s*(\d+)\s+Writing:\s*(\d+)\s+Waiting:\s*(\d+)/

/** Reads what stub_status says; undefined when it is anything else. */
export function readStub(text: string): NginxConnections | undefined {
  const found = COUNTS.exec(text)
  if (!found) return undefined
  const [active = 0, accepts = 0, handled = 0, requests = 0, reading = 0, writing = 0, waiting = 0] = found
    .slice(1)
    .map(Number)
  return { active, accepts, handled, requests, reading, writing, waiting }
}

/** How many connections an nginx has, if its configuration lets its own server ask. */
export async function askStub(run: NginxRun, tree: NginxTree): Promise<NginxConnections | undefined> {
  const place = stubPlace(tree)
  return place && readStub((await run(ASK_STUB, [place.url, place.host, place.socket])).stdout)
}
