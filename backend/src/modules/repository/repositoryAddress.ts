const URL_SCHEMES: ReadonlyMap<string, string> = new Map([
  ['ssh:', 'ssh'],
  ['https:', 'https'],
  // A plain address often answers with a redirect to the encrypted one.
  ['http:', 'http:https'],
  ['file:', 'file'],
])

/** `git@host:path`, the short form of an SSH address. */
const SCP_FORM = /^(?:[A-Za-z0-9_][A-Za-z0-9._-]*@)?[A-Za-z0-9[][A-Za-z0-9.:\]-]*:(?!\/\/)\S+$/

const hasBlankOrControl = (text: string): boolean => [...text].some((char) => char <= ' ' || char === '\u007f')

/** Where a repository is, in the form git gets it: the password apart from the address. */
export interface RepositoryAddress {
  /** Without password, so that nothing that stores or prints it gives the secret away. */
  plain: string
  full: string
  /** Value of GIT_ALLOW_PROTOCOL: nothing but what the address itself asks for. */
  protocols: string
  /** The password as it stands in the address and as the person knows it. */
  secrets: string[]
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    // A stray % is part of the password then, as git reads it too.
    return text
  }
}

/** Reads the address of a git repository; undefined when it is none that git may be given. */
export function parseAddress(text: string): RepositoryAddress | undefined {
  if (text === '' || text.startsWith('-') || hasBlankOrControl(text)) return undefined
  if (text.startsWith('/')) return { plain: text, full: text, protocols: 'file', secrets: [] }
  if (!text.includes('://')) {
    return SCP_FORM.test(text) && !text.includes('::')
      ? { plain: text, full: text, protocols: 'ssh', secrets: [] }
      : undefined
  }
  const url = URL.parse(text)
  const protocols = URL_SCHEMES.get(url?.protocol ?? '')
  if (!url || protocols === undefined) return undefined
  // A host that reads as an option would reach ssh as one.
  if (url.hostname.startsWith('-') || url.username.startsWith('-')) return undefined
  if (protocols !== 'file' && url.hostname === '') return undefined
  if (url.password === '') return { plain: text, full: text, protocols, secrets: [] }
  const plain = new URL(url)
  plain.password = ''
  return { plain: plain.href, full: text, protocols, secrets: [...new Set([url.password, decoded(url.password)])] }
}

/** Says what is wrong with the address of a repository, or undefined when nothing is. */
export function addressProblem(repoType: string, url: string): string | undefined {
  if (repoType === 'empty') return undefined
  if (url.trim() === '') return 'url is a required field'
  return parseAddress(url.trim()) === undefined
    ? 'the repository address must start with https://, http://, ssh://, git@host:, file:// or be an absolute path'
    : undefined
}
