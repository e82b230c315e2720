import { AppError, failed } from '../../platform/errors.ts'

const hasControl = (text: string): boolean => [...text].some((char) => char < ' ' || char === '\u007f')
const hasBlank = (text: string): boolean => /\s/.test(text)

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    // A stray % is part of the text then, as the programs read it too.
    return text
  }
}

/** The password as it stands in the address and as the person knows it. */
const secretsOf = (password: string): string[] =>
  password === '' ? [] : [...new Set([password, decoded(password), encodeURIComponent(decoded(password))])]

/** Brackets belong to the address of version 6 only where a port may follow. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

function requireText(text: string): string {
  const given = text.trim()
  if (given === '') throw failed('url is a required field')
  if (hasControl(given)) throw failed('the repository address contains a control character')
  if (given.startsWith('-')) throw failed('the repository address must not start with "-"')
  return given
}

/** An address with a host in it, of one of these schemes. */
function requireUrl(text: string, schemes: readonly string[], form: string): URL {
  const url = URL.parse(text)
  if (!url || !schemes.includes(url.protocol)) throw failed(`the repository address must look like ${form}`)
  if (url.protocol === 'file:') {
    if (url.hostname !== '') throw failed('a repository on the disk is addressed as file:///path, without a host')
    return url
  }
  if (url.hostname === '') throw failed('the repository address names no host')
  // A host or user that reads as an option would reach ssh as one.
  if (hostOf(url).startsWith('-') || decoded(url.username).startsWith('-')) {
    throw failed('host and user of the repository address must not start with "-"')
  }
  for (const part of [url.username, url.password, url.pathname]) {
    if (hasControl(decoded(part))) throw failed('the repository address contains a control character')
  }
  return url
}

/** The words after an address, each `--name=value`; only these names are known. */
function readOptions(words: readonly string[], names: readonly string[]): Record<string, string> {
  const options: Record<string, string> = {}
  for (const word of words) {
    const [, name = '', value = ''] = /^--([A-Za-z]+)=(.*)$/.exec(word) ?? []
    if (!names.includes(name)) {
      const known = names.map((each) => `--${each}=`).join(' and ')
      // The word itself is not repeated: it may hold a secret.
      throw failed(`after the repository address only ${known} may follow`)
    }
    if (name in options) throw failed(`--${name}= stands twice in the repository address`)
    if (value === '') throw failed(`--${name}= has no value in the repository address`)
    options[name] = value
  }
  return options
}

const URL_SCHEMES: ReadonlyMap<string, string> = new Map([
  ['ssh:', 'ssh'],
  ['https:', 'https'],
  // A plain address often answers with a redirect to the encrypted one.
  ['http:', 'http:https'],
  ['file:', 'file'],
])
/** `git@host:path`, the short form of an SSH address. */
const SCP_FORM = /^(?:[A-Za-z0-9_][A-Za-z0-9._-]*@)?[A-Za-z0-9[][A-Za-z0-9.:\]-]*:(?!\/\/)\S+$/
const GIT_FORM = 'https://, http://, ssh://, git@host:, file:// or be an absolute path'

/** Where a repository is, in the form git gets it: the password apart from the address. */
export interface GitAddress {
  /** Without password, so that nothing that stores or prints it gives the secret away. */
  plain: string
  full: string
  /** Value of GIT_ALLOW_PROTOCOL: nothing but what the address itself asks for. */
  protocols: string
  secrets: string[]
}

/** Reads the address of a git repository. @throws AppError when git may not be given it */
export function gitAddress(text: string): GitAddress {
  const given = requireText(text)
  const wrong = failed(`the repository address must start with ${GIT_FORM}`)
  if (hasBlank(given)) throw wrong
  if (given.startsWith('/')) return { plain: given, full: given, protocols: 'file', secrets: [] }
  if (!given.includes('://')) {
    if (!SCP_FORM.test(given) || given.includes('::')) throw wrong
    return { plain: given, full: given, protocols: 'ssh', secrets: [] }
  }
  const protocols = URL_SCHEMES.get(URL.parse(given)?.protocol ?? '')
  if (protocols === undefined) throw wrong
  const url = requireUrl(given, [...URL_SCHEMES.keys()], GIT_FORM)
  if (url.password === '') return { plain: given, full: given, protocols, secrets: [] }
  const plain = new URL(url)
  plain.password = ''
  return { plain: plain.href, full: given, protocols, secrets: secretsOf(url.password) }
}

const SVN_SCHEMES = ['svn:', 'svn+ssh:', 'https:', 'http:', 'file:']

/** Where a Subversion repository is and who signs in there. */
export interface SvnAddress {
  url: string
  username: string
  password: string
  isOnDisk: boolean
}

/** Reads `https://host/repo/trunk --username=ada --password=…`. @throws AppError when svn may not be given it */
export function svnAddress(text: string): SvnAddress {
  const [place = '', ...words] = requireText(text).split(/ +/)
  const options = readOptions(words, ['username', 'password'])
  const url = requireUrl(place, SVN_SCHEMES, 'svn://host/repo, svn+ssh://, https://, http:// or file:///path')
  const password = options['password'] ?? decoded(url.password)
  const isTunnel = url.protocol === 'svn+ssh:'
  const username = options['username'] ?? (isTunnel ? '' : decoded(url.username))
  url.password = ''
  // The user of a tunnel is who ssh signs in as; anywhere else svn is told by an option.
  if (!isTunnel) url.username = ''
  return { url: url.href, username, password, isOnDisk: url.protocol === 'file:' }
}

/** Where files are fetched from by FTP. */
export interface FtpAddress {
  host: string
  port: number
  /** Encrypted from the first byte, after a request to encrypt, or not at all. */
  secure: 'implicit' | boolean
  user: string
  password: string
  directory: string
}

const FTP_PORT = 21
const FTPS_PORT = 990
const ANONYMOUS = { user: 'anonymous', password: 'anonymous@domain.com' }

const directoryOf = (url: URL): string => decoded(url.pathname).replace(/\/+$/, '') || '/'

/** Reads `ftp[s]://[user:password@]host[:port]/dir`; port 990 is encrypted from the first byte. */
export function ftpAddress(text: string): FtpAddress {
  const given = requireText(text)
  const form = 'ftp://user:password@host/directory or ftps://…'
  if (hasBlank(given)) throw failed(`the repository address must look like ${form}; write a blank as %20`)
  const url = requireUrl(given, ['ftp:', 'ftps:'], form)
  const port = Number(url.port) || FTP_PORT
  const isEncrypted = url.protocol === 'ftps:'
  const sign = url.username === '' ? ANONYMOUS : { user: decoded(url.username), password: decoded(url.password) }
  return {
    host: hostOf(url),
    port,
    secure: isEncrypted && port === FTPS_PORT ? 'implicit' : isEncrypted,
    ...sign,
    directory: directoryOf(url),
  }
}

/** Where files are fetched from by SFTP. */
export interface SftpAddress {
  host: string
  port: number
  user: string
  /** "" means the usual ones. */
  keyFile: string
  directory: string
}

const SSH_PORT = 22

/** Reads `sftp://host[:port]/dir --user=ada --keyFile=/path`; sign-in is by key only. */
export function sftpAddress(text: string): SftpAddress {
  const [place = '', ...words] = requireText(text).split(/ +/)
  const options = readOptions(words, ['user', 'keyFile'])
  const url = requireUrl(place, ['sftp:'], 'sftp://host/directory --user=name --keyFile=/path')
  if (url.password !== '') throw failed('SFTP signs in by key here: leave the password out and name a --keyFile=')
  return {
    host: hostOf(url),
    port: Number(url.port) || SSH_PORT,
    user: options['user'] ?? (decoded(url.username) || 'root'),
    keyFile: options['keyFile'] ?? '',
    directory: directoryOf(url),
  }
}

const READERS: Readonly<Record<string, (url: string) => object>> = {
  git: gitAddress,
  svn: svnAddress,
  ftp: ftpAddress,
  sftp: sftpAddress,
  empty: () => ({}),
}

/** Says what is wrong with the address of a repository, or undefined when nothing is. */
export function addressProblem(repoType: string, url: string): string | undefined {
  try {
    READERS[repoType]?.(url)
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

/** What of an address must never be shown. Nothing of one that was never usable. */
export function addressSecrets(repoType: string, url: string): string[] {
  if (addressProblem(repoType, url) !== undefined) return []
  if (repoType === 'git') return gitAddress(url).secrets
  if (repoType === 'svn') return secretsOf(svnAddress(url).password)
  if (repoType !== 'ftp') return []
  const { password } = ftpAddress(url)
  return password === ANONYMOUS.password ? [] : secretsOf(password)
}

/** Whether the files come from the disk of the console itself. */
export function isOnDisk(repoType: string, url: string): boolean {
  if (addressProblem(repoType, url) !== undefined) return false
  if (repoType === 'git') return gitAddress(url).protocols === 'file'
  return repoType === 'svn' && svnAddress(url).isOnDisk
}

/** Whether two addresses lead to the same repository, whoever signs in there. */
export function isSameRepository(repoType: string, one: string, other: string): boolean {
  if (one === other) return true
  if ([one, other].some((url) => addressProblem(repoType, url) !== undefined)) return false
  const placeOf = (url: string): string => {
    if (repoType === 'svn') return svnAddress(url).url
    const plain = URL.parse(gitAddress(url).plain)
    if (!plain) return gitAddress(url).plain
    plain.username = ''
    return plain.href
  }
  return (repoType === 'git' || repoType === 'svn') && placeOf(one) === placeOf(other)
}
