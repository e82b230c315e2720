import { readableHost } from './punycode.ts'
import { decodeUri } from './uriText.ts'

/** One field of a query. */
export interface UriField {
  name: string
  value: string
}

/** What an address says, decoded; "" for what it does not have. */
export interface UriParts {
  scheme: string
  user: string
  password: string
  /** In the letters it stands for. */
  host: string
  /** The same in ASCII, as it goes over the wire. */
  asciiHost: string
  port: string
  /** Whether the port is the scheme's own, and not written. */
  isUsualPort: boolean
  path: string
  fields: readonly UriField[]
  fragment: string
}

const USUAL_PORTS: Readonly<Record<string, string>> = {
  http: '80',
  https: '443',
  ws: '80',
  wss: '443',
  ftp: '21',
  ssh: '22',
  sftp: '22',
}

/** RFC 3986, appendix B, for addresses with a host; no line breaks, because a text of several lines is no address. */
const ADDRESS =
  /^(?<scheme>[a-z][a-z\d+.-]*):\/\/(?<authority>[^/?#\r\n]*)(?<path>[^?#\r\n]*)(?:\?(?<query>[^#\r\n]*))?(?:#(?<fragment>.*))?$/i
const AUTHORITY = /^(?:(?<user>[^:]*)(?::(?<password>.*))?@)?(?<host>\[[^\]]*\]|[^:]*)(?::(?<port>\d*))?$/

const decode = (text = '') => decodeUri(text, { isWhole: false, isForm: false }).text
const decodeField = (text: string) => decodeUri(text, { isWhole: false, isForm: true }).text

function readFields(query = ''): UriField[] {
  return query
    .split('&')
    .filter((field) => field !== '')
    .map((field) => {
      const end = field.includes('=') ? field.indexOf('=') : field.length
      return { name: decodeField(field.slice(0, end)), value: decodeField(field.slice(end + 1)) }
    })
}

/** What the web's rules make of a host, undefined when it is none. Other schemes share these rules in practice. */
function hostnameOf(authority: string): string | undefined {
  const address = `http://${authority}`
  return URL.canParse(address) ? new URL(address).hostname : undefined
}

function readHost({ host = '', port = '' }: Readonly<Record<string, string>>) {
  if (host === '') return { host: '', asciiHost: '' }
  const asciiHost = hostnameOf(`${host}:${port}`)
  if (asciiHost === undefined) return undefined
  const readable = readableHost(asciiHost)
  // A name that is not written back as it was read would show another host than the one that is called.
  return { host: hostnameOf(readable) === asciiHost ? readable : asciiHost, asciiHost }
}

/** Takes an address apart; undefined when a text is none. */
export function uriParts(text: string): UriParts | undefined {
  const address = ADDRESS.exec(text.trim())?.groups
  const authority = AUTHORITY.exec(address?.authority ?? '')?.groups
  const host = authority && readHost(authority)
  if (!address || !host) return undefined
  const scheme = (address.scheme ?? '').toLowerCase()
  if (host.host === '' && scheme !== 'file') return undefined
  const written = authority.port ?? ''
  return {
    scheme,
    user: decode(authority.user),
    password: decode(authority.password),
    ...host,
    port: written || (USUAL_PORTS[scheme] ?? ''),
    isUsualPort: written === '',
    path: decode(address.path),
    fields: readFields(address.query),
    fragment: decode(address.fragment),
  }
}
