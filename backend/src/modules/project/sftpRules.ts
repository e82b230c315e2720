import path from 'node:path'

/** Which files of the working copy go to the servers. */
export interface SftpRules {
  isVerbose: boolean
  /** Files on the server that are not in the working copy are removed, except excluded ones. */
  isDeleting: boolean
  /** Whether a path, relative to the root and without slash at either end, stays out. */
  isExcluded(relative: string, isFolder: boolean): boolean
}

type Test = (relative: string) => boolean

interface Rules {
  excludes: Test[]
  includes: { test: Test; text: string; isPattern: boolean }[]
  isVerbose: boolean
  isDeleting: boolean
}

const trimmed = (text: string) => text.replace(/^\/+|\/+$/g, '')

/** A name without slash means it at any depth, as rsync reads it; the exact path is meant in any case. */
const globTest = (text: string): Test => {
  const pattern = trimmed(text)
  const isAnchored = pattern.includes('/') || text.startsWith('/')
  return (relative) =>
    path.posix.matchesGlob(isAnchored ? relative : path.posix.basename(relative), pattern) || relative === pattern
}

const readTest = (option: string, value: string, isLikeRsync: boolean): Test => {
  if (option.endsWith('-regexp')) {
    const pattern = new RegExp(value)
    return (relative) => pattern.test(relative)
  }
  if (isLikeRsync) return globTest(value)
  return (relative) => relative === trimmed(value)
}

/** Says which word of the options is no regular expression, or undefined. */
export function sftpProblem(words: readonly string[]): string | undefined {
  try {
    readSftpRules(words, false)
    return undefined
  } catch (error) {
    return error instanceof SyntaxError ? error.message : String(error)
  }
}

/**
 * Reads the options of a transfer by SFTP.
 * @param isLikeRsync names are patterns as rsync's are, for a transfer that rsync was meant to do
 */
export function readSftpRules(words: readonly string[], isLikeRsync: boolean): SftpRules {
  const rules: Rules = { excludes: [], includes: [], isVerbose: false, isDeleting: false }
  for (let at = 0; at < words.length; at++) {
    const [option = '', ...attached] = (words[at] ?? '').split('=')
    if (/^--(?:in|ex)clude(?:-regexp)?$/.test(option)) {
      const value = attached.length > 0 ? attached.join('=') : (words[++at] ?? '')
      const test = readTest(option, value, isLikeRsync)
      if (option.startsWith('--exclude')) rules.excludes.push(test)
      else rules.includes.push({ test, text: trimmed(value), isPattern: option.endsWith('-regexp') || isLikeRsync })
    } else if (/^--(?:delete|delete-\w+)$/.test(option)) rules.isDeleting = true
    else if (option === '--verbose' || /^-[A-Za-z]*v/.test(option)) rules.isVerbose = true
  }
  return {
    isVerbose: rules.isVerbose,
    isDeleting: rules.isDeleting,
    isExcluded: (relative, isFolder) => {
      if (!rules.excludes.some((test) => test(relative))) return false
      // An include re-admits a path, and the folders that lead to it.
      return !rules.includes.some(
        ({ test, text, isPattern }) => test(relative) || (isFolder && !isPattern && text.startsWith(`${relative}/`)),
      )
    },
  }
}
