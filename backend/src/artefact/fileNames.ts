import { AREA_VERSION, FILE_NAME } from '@windlass/shared-kit/contract/area'
import { ArtefactError } from './artefactError.ts'

/** Folder of the files that versions share, because they are named by their content. */
export const SHARED_FOLDER = 'files'
/** What the files of a version are named with that are for pages elsewhere. */
export const EMBED_PREFIX = 'embed.'
const MAX_NAME = 120
const NAME = new RegExp(FILE_NAME)
const VERSION = new RegExp(AREA_VERSION)
const MAX_SHOWN = 80

/** A name from outside for a sentence: whatever is in it, it stays one short line. */
export const shown = (name: string): string => JSON.stringify(name.slice(0, MAX_SHOWN))

/** Whether `<version>/name` is for pages elsewhere: the console itself never loads it. */
export const isForEmbedding = (file: string): boolean => file.split('/')[1]?.startsWith(EMBED_PREFIX) === true

/** Refuses a name that could leave the folder, or that no build of ours gives. */
export function requireFileName(name: string): void {
  const fault = faultOf(name)
  if (fault)
    throw new ArtefactError('name', `The file ${shown(name)} ${fault}: build the artefact anew, do not pack it by hand`)
}

function faultOf(name: string): string | undefined {
  if (name.includes('\0')) return 'has a NUL character in its name'
  if (name.includes('\\')) return 'has a backslash in its name'
  if (name.startsWith('/') || /^[a-z]:/i.test(name)) return 'has an absolute path'
  if (name.split('/').includes('..')) return 'leads out of the artefact'
  if (name.length > MAX_NAME) return `has a name longer than ${MAX_NAME} characters`
  return NAME.test(name) ? undefined : 'is not named `<version>/name` or `files/name`'
}

/** Refuses what is no semantic version, before it becomes part of a path. */
export function requireVersion(version: string): void {
  if (VERSION.test(version)) return
  throw new ArtefactError('name', `${shown(version)} is not a version: write it as major.minor.patch, like 1.4.0`)
}
