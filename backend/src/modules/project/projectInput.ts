import path from 'node:path'
import type { InputOf } from '@windlass/shared-kit/contract'
import { State } from '@windlass/shared-kit/contract'
import type { ProjectAdd, ProjectScript } from '@windlass/shared-kit/contract/project'
import { failed } from '../../platform/errors.ts'
import { requireTarget } from '../notification/noticeTarget.ts'
import { addressProblem } from '../repository/repositoryAddress.ts'
import { readContainerSteps, StepsError } from './containerSteps.ts'
import { rsyncProblem } from './rsyncOptions.ts'
import { sftpProblem } from './sftpRules.ts'
import { shellWords } from './shellWords.ts'

/** What a form sends about a project. */
export type ProjectInput = InputOf<typeof ProjectAdd>

/** A project as it may be stored: complete, checked, without its bindings. */
export type CheckedProject = Required<Omit<ProjectInput, 'serverIds' | 'userIds' | 'script' | 'policy'>> & {
  script: ProjectScript
}

const MODES_READY: ReadonlySet<string> = new Set(['', 'sh', 'bash', 'zsh', 'python', 'php', 'yaml', 'cmd'])
const DEFAULT_RSYNC_OPTION = '-rtv --exclude .git'

const hasControl = (text: string): boolean => [...text].some((char) => char < ' ' || char === '\u007f')

const DRIVE = /^[A-Za-z]:[\\/]/
/** What Windows allows in no name, and what a batch file reads as something else. */
const NOT_IN_WINDOWS = /[<>:"|?*%!&^]/

function checkDrive(name: 'path' | 'symlinkPath', given: string): string {
  if (name === 'symlinkPath') throw failed('symlinkPath must be empty for Windows, which has no links for releases')
  const parts = given
    .slice(3)
    .split('/')
    .filter((part) => part !== '' && part !== '.')
  if (parts.length === 0) throw failed(`${name} must not be a whole drive`)
  const wrong = parts.find((part) => part === '..' || NOT_IN_WINDOWS.test(part) || /[ .]$/.test(part))
  if (wrong !== undefined) throw failed(`${name} must not contain ${JSON.stringify(wrong)}`)
  return `${given.slice(0, 1).toUpperCase()}:/${parts.join('/')}`
}

/** Brings a directory on the servers into one form. @throws AppError when nothing should ever be deployed there */
function checkDirectory(name: 'path' | 'symlinkPath', given: string): string {
  if (hasControl(given)) throw failed(`${name} contains a control character`)
  if (DRIVE.test(given)) return checkDrive(name, given.replaceAll('\\', '/'))
  if (!given.startsWith('/')) throw failed(`${name} must be an absolute path, such as /var/www/shop`)
  if (given.split('/').includes('..')) throw failed(`${name} must not contain ".."`)
  const directory = path.posix.normalize(given).replace(/\/+$/, '')
  if (directory === '') throw failed(`${name} must not be the root directory`)
  return directory
}

const isInside = (inner: string, outer: string): boolean => inner === outer || inner.startsWith(`${outer}/`)

function checkDirectories(input: ProjectInput): { path: string; symlinkPath: string } {
  const target = checkDirectory('path', input.path)
  if ((input.symlinkPath ?? '') === '') return { path: target, symlinkPath: '' }
  const releases = checkDirectory('symlinkPath', input.symlinkPath ?? '')
  if (isInside(releases, target) || isInside(target, releases)) {
    throw failed('symlinkPath must lie outside of path: path becomes a link to one of the releases in it')
  }
  return { path: target, symlinkPath: releases }
}

function checkSteps(place: string, content: string): void {
  try {
    readContainerSteps(content)
  } catch (error) {
    if (!(error instanceof StepsError)) throw error
    throw failed(`unmarshal ${place} yaml script fail, please check it: ${error.message}`)
  }
}

function checkScript(given: ProjectInput['script']): ProjectScript {
  const block = (place: string, part: { mode?: string; content?: string } = {}) => {
    const { mode = '', content = '' } = part
    const name = `script ${place.toLowerCase()}`
    if (content !== '' && mode === 'cmd' && place !== 'After Deploy') {
      throw failed(`${name}: it runs on the console, which has no cmd; only the script after the deploy may be cmd`)
    }
    if (content !== '' && !MODES_READY.has(mode)) throw failed(`${name}: scripts of type ${mode} are not available`)
    if (content.includes('\0')) throw failed(`${name}: the script contains a NUL character`)
    if (content !== '' && mode === 'yaml') checkSteps(place, content)
    return { mode: mode as ProjectScript['afterPull']['mode'], content }
  }
  const customVariables = given?.customVariables ?? null
  const names = (customVariables ?? []).map((variable) => variable.name)
  const wrong = names.find((name) => !/^[A-Za-z0-9_]+$/.test(name))
  if (wrong !== undefined) throw failed(`the variable "${wrong}" may only consist of letters, digits and _`)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw failed(`the variable "${twice}" is there twice`)
  return {
    afterPull: block('After Pull', given?.afterPull),
    afterDeploy: { ...block('After Deploy', given?.afterDeploy), scriptNames: null },
    deployFinish: block('Deploy Finish', given?.deployFinish),
    customVariables,
  }
}

function checkTransfer(type: string, option: string): void {
  const words = shellWords(option)
  if (words === undefined) throw failed('Invalid transfer option format: a quote is open or the last character is \\')
  if (type === 'custom' && option !== '' && words.length === 0) throw failed('the transfer option holds only blanks')
  if (type === 'custom') return
  const problem = type === 'rsync' ? rsyncProblem(words) : sftpProblem(words)
  if (problem !== undefined) throw failed(problem)
}

/** Completes what a form sent and refuses what could do harm. @throws AppError that says what to change */
export function checkProject(input: ProjectInput): CheckedProject {
  const name = input.name.trim()
  if (name === '') throw failed('name is a required field')
  const problem = addressProblem(input.repoType, input.url ?? '')
  if (problem !== undefined) throw failed(problem)
  if (hasControl(input.branch)) throw failed('branch contains a control character')
  const reviewURL = (input.reviewURL ?? '').trim()
  if (reviewURL !== '' && !['http:', 'https:'].includes(URL.parse(reviewURL)?.protocol ?? '')) {
    throw failed('reviewURL must begin with http:// or https://')
  }
  const transferType = input.transferType || 'rsync'
  const transferOption =
    (input.transferOption ?? '').trim() === '' && transferType === 'rsync'
      ? DEFAULT_RSYNC_OPTION
      : (input.transferOption ?? '')
  checkTransfer(transferType, transferOption)
  const notifyTarget = (input.notifyTarget ?? '').trim()
  requireTarget(input.notifyType ?? 0, notifyTarget)
  return {
    ...checkDirectories(input),
    name,
    repoType: input.repoType,
    url: (input.url ?? '').trim(),
    label: input.label ?? '',
    environment: input.environment,
    branch: input.branch,
    symlinkBackupNumber: input.symlinkBackupNumber ?? 0,
    review: input.review ?? State.Disabled,
    reviewURL,
    script: checkScript(input.script),
    transferType,
    transferOption,
    deployServerMode: input.deployServerMode || 'parallel',
    notifyType: input.notifyType ?? 0,
    notifyTarget,
  }
}
