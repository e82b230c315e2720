/** What is wrong with a field; the name of a text. */
export type Problem =
  | 'absolute'
  | 'addressForm'
  | 'blank'
  | 'control'
  | 'inside'
  | 'leadingDash'
  | 'openQuote'
  | 'parent'
  | 'root'
  | 'variableName'

const hasControl = (text: string) => [...text].some((char) => char < ' ' || char === '\u007f')
const withoutEnd = (path: string) => path.trim().replace(/\/+/g, '/').replace(/\/$/, '')
const isInside = (inner: string, outer: string) => inner === outer || inner.startsWith(`${outer}/`)

/** A directory on the servers that may be deployed to; the backend refuses the same ones. */
export function pathProblem(path: string): Problem | undefined {
  const given = path.trim()
  if (given === '') return 'blank'
  if (hasControl(given)) return 'control'
  if (!given.startsWith('/')) return 'absolute'
  if (given.split('/').includes('..')) return 'parent'
  return given.split('/').every((part) => part === '' || part === '.') ? 'root' : undefined
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

/** An address that git may be given. */
export function addressProblem(url: string): Problem | undefined {
  const given = url.trim()
  if (given === '') return 'blank'
  if (hasControl(given) || /\s/.test(given)) return 'addressForm'
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
