import { misused } from '@windlass/backend/commandLine/commandError'
import { readApiKey } from './apiKey.ts'
import { type ConsoleClient, consoleClient } from './consoleClient.ts'
import { consoleTarget, namespacesOf } from './consoleTarget.ts'
import { folderTarget } from './folderTarget.ts'
import { notPermitted } from './releaseError.ts'
import type { ReleaseTarget } from './releaseTarget.ts'

/** Where a console listens that somebody started on this machine. */
export const LOCAL_CONSOLE = 'http://127.0.0.1:3001'

interface Access {
  env: Readonly<Record<string, string | undefined>>
  namespace?: string
  apiKeyFile?: string
  pathOf: (typed: string) => string
  warn: (text: string) => void
}

interface Options extends Access {
  target?: string
}

/** Opens what the command line or the environment names. */
export async function openTarget(options: Options): Promise<ReleaseTarget> {
  const { env, pathOf } = options
  const named = options.target ?? (env['WINDLASS_TARGET'] || LOCAL_CONSOLE)
  return /^[a-z]+:\/\//i.test(named) ? consoleTarget(await openConsole(named, options)) : folderTarget(pathOf(named))
}

/** Opens a console as the owner of the API key, in a namespace of theirs. */
export async function openConsole(
  named: string,
  { env, namespace, apiKeyFile, pathOf, warn }: Access,
): Promise<ConsoleClient> {
  const url = consoleAddress(named)
  const apiKey = readApiKey({ env, url, file: apiKeyFile === undefined ? undefined : pathOf(apiKeyFile) })
  if (isReadable(url)) warn(`${url} is not encrypted: everybody on the way can read your API key`)
  const namespaceId = await namespaceOf(url, apiKey, namespace ?? env['WINDLASS_NAMESPACE'])
  return consoleClient({ url, apiKey, namespaceId })
}

/** The address of a console as it was meant, without what a copied link brings along. */
function consoleAddress(named: string): string {
  const url = URL.parse(named)
  if (!url || !/^https?:$/.test(url.protocol))
    throw misused(`${named} is no address of a console: give one as https://console.example.org`)
  if (url.username !== '' || url.password !== '')
    throw misused('the target holds a password, which everybody on this machine can read: leave it out', 'secret')
  url.hash = ''
  url.search = ''
  return url.href
}

const isReadable = (address: string): boolean => {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** Permissions are held in a namespace; without one named, in the first of the key's owner. */
async function namespaceOf(url: string, apiKey: string, named: string | undefined): Promise<number> {
  if (named !== undefined && /^\d+$/.test(named)) return Number(named)
  const namespaces = await namespacesOf(consoleClient({ url, apiKey }))
  const found = named ? namespaces.find(({ names }) => names.includes(named)) : namespaces[0]
  if (found) return found.id
  if (!named) throw notPermitted('You are in no namespace: let somebody who manages namespaces add you to one')
  const known = namespaces.flatMap(({ names }) => names).join(', ')
  throw notPermitted(`You are in no namespace ${named}: choose one of ${known}`)
}
