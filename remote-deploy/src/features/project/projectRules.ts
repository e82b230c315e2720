import { NotifyType } from '@windlass/shared-kit/contract/enums'
import type { Project } from '@windlass/shared-kit/contract/project'
import { ADDRESS_LENGTH, joinReviewAddress, type ReviewParameter } from './reviewAddress.ts'

/** What is wrong with a field; the name of a text. */
export type Problem =
  | 'absolute'
  | 'addressForm'
  | 'blank'
  | 'control'
  | 'ftpForm'
  | 'http'
  | 'inside'
  | 'leadingDash'
  | 'long'
  | 'mail'
  | 'openQuote'
  | 'parent'
  | 'root'
  | 'sftpForm'
  | 'svnForm'
  | 'variableName'

const hasControl = (text: string) => [...text].some((char) => char < ' ' || char === '\u007f')
const withoutEnd = (path: string) => path.trim().replace(/\/+/g, '/').replace(/\/$/, '')
/** Of Windows: `C:/srv/shop`, also with its own slashes. */
const DRIVE = /^[A-Za-z]:[\\/]/
const isInside = (inner: string, outer: string) => inner === outer || inner.startsWith(`${outer}/`)

/** A directory on the servers that may be deployed to; the backend refuses the same ones. */
export function pathProblem(path: string): Problem | undefined {
  const given = path.trim()
  if (given === '') return 'blank'
  if (hasControl(given)) return 'control'
  const inside = given.replace(DRIVE, '/').replaceAll('\\', '/')
  if (!inside.startsWith('/')) return 'absolute'
  if (inside.split('/').includes('..')) return 'parent'
  return inside.split('/').every((part) => part === '' || part === '.') ? 'root' : undefined
}

/** Releases live outside of the path, because the path becomes a link to one of them. */
export function releasesProblem(releases: string, path: string): Problem | undefined {
  const problem = pathProblem(releases)
  // Without a path there is no place beside it yet; the path itself says what is missing.
  if (problem) return problem === 'blank' && path.trim() === '' ? undefined : problem
  const [one, other] = [withoutEnd(releases), withoutEnd(path)]
  return other !== '' && (isInside(one, other) || isInside(other, one)) ? 'inside' : undefined
}

const SCP_FORM = /^(?:[A-Za-z0-9_][A-Za-z0-9._-]*@)?[A-Za-z0-9[][A-Za-z0-9.:\]-]*:(?!\/\/)\S+$/

/** Words after the address that its program knows, such as `--username=ada`. */
const OPTIONS: Readonly<Record<'sftp' | 'svn', RegExp>> = {
  svn: /^--(?:username|password)=\S+$/,
  sftp: /^--(?:user|keyFile)=\S+$/,
}
const SCHEMES: Readonly<Record<'ftp' | 'sftp' | 'svn', RegExp>> = {
  svn: /^(?:svn|svn\+ssh|https?|file):\/\/\S+$/,
  sftp: /^sftp:\/\/[^/@\s]+\S*$/,
  ftp: /^ftps?:\/\/\S+$/,
}

/** An address that the program of its type may be given. */
export function addressProblem(url: string, repoType: Project['repoType'] = 'git'): Problem | undefined {
  const given = url.trim()
  if (repoType === 'empty') return undefined
  if (given === '') return 'blank'
  if (hasControl(given)) return 'control'
  if (repoType === 'git') return gitProblem(given)
  const [address = '', ...options] = given.split(/\s+/)
  const allowed = repoType === 'ftp' ? undefined : OPTIONS[repoType]
  const isFine = SCHEMES[repoType].test(address) && options.every((option) => allowed?.test(option))
  return isFine ? undefined : `${repoType}Form`
}

function gitProblem(given: string): Problem | undefined {
  if (/\s/.test(given)) return 'addressForm'
  if (given.startsWith('/') || /^(?:https?|ssh|file):\/\/\S+$/.test(given)) return undefined
  return !given.includes('://') && !given.includes('::') && SCP_FORM.test(given) ? undefined : 'addressForm'
}

/** A branch reaches git as an operand, so it must not read as an option. */
export function branchProblem(branch: string): Problem | undefined {
  const given = branch.trim()
  if (given === '') return 'blank'
  if (given.startsWith('-')) return 'leadingDash'
  return hasControl(given) ? 'control' : undefined
}

/** Options are split into words as a shell would: a quote must be closed, and a backslash needs a next character. */
export function optionProblem(option: string): Problem | undefined {
  let quote = ''
  for (let at = 0; at < option.length; at++) {
    const char = option.charAt(at)
    if (quote !== '') quote = char === quote ? '' : quote
    else if (char === '"' || char === "'") quote = char
    else if (char === '\\' && ++at >= option.length) return 'openQuote'
  }
  return quote === '' ? undefined : 'openQuote'
}

/** Scripts name a variable as `${name}`. */
export function variableNameProblem(name: string): Problem | undefined {
  if (name === '') return 'blank'
  return /^[A-Za-z0-9_]+$/.test(name) ? undefined : 'variableName'
}

/** Where a review is asked for; none means that it is decided in the console alone. */
export function reviewAddressProblem(address: string, parameters: readonly ReviewParameter[]): Problem | undefined {
  const given = address.trim()
  if (given === '') return undefined
  if (!/^https?:$/.test(URL.parse(given)?.protocol ?? '')) return 'http'
  return joinReviewAddress(given, parameters).length > ADDRESS_LENGTH ? 'long' : undefined
}

/** Where notices go: addresses of a page, or of people. */
export function notifyTargetProblem(target: string, type: number): Problem | undefined {
  const given = target.trim()
  if (type === NotifyType.None) return undefined
  if (given === '') return 'blank'
  if (type === NotifyType.EMail)
    return given.split(/[\s,;]+/).every((mail) => /^[^@\s]+@[^@\s]+$/.test(mail)) ? undefined : 'mail'
  return /^https?:$/.test(URL.parse(given)?.protocol ?? '') ? undefined : 'http'
}
