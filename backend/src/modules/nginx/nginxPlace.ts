import path from 'node:path'
import { failed } from '../../platform/errors.ts'

const PROGRAM = /^\/[A-Za-z0-9._+/-]+$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u001f\u007f]/
/** Never shown or replaced, wherever nginx reads them: keys and passwords are no configuration. */
const SECRET_NAME = /(^\.ht|htpasswd|\.(key|p12|pfx|jks|pem)$)/i
const SECRET_TEXT = /-----BEGIN [A-Z ]*PRIVATE KEY-----/

/** The names that a program of nginx may have. */
export const programNames = (setting: string): readonly string[] =>
  setting
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** The path of a program that may be run as nginx. @throws AppError when it is anything else */
export function requireProgram(file: string, names: readonly string[]): string {
  if (!PROGRAM.test(file) || path.posix.normalize(file) !== file) {
    throw failed(`${JSON.stringify(file)} is no plain absolute path of a program`)
  }
  if (!names.includes(path.posix.basename(file))) {
    throw failed(
      `${path.posix.basename(file)} is not the name of an nginx; these are: ${names.join(', ')} (setting NGINX_PROGRAMS)`,
    )
  }
  return file
}

/** An absolute path without detours. @throws AppError when it is anything else */
export function requireAbsolute(file: string): string {
  if (!file.startsWith('/') || CONTROL.test(file)) throw failed(`${JSON.stringify(file)} is no absolute path`)
  if (file.split('/').some((part) => part === '..')) throw failed(`${JSON.stringify(file)} leaves its folder by ..`)
  return path.posix.normalize(file).replace(/(.)\/$/, '$1')
}

/** A plain name in a folder. @throws AppError when it is anything else */
export function requireName(name: string): string {
  const isPlain = name !== '' && name !== '.' && name !== '..' && !name.includes('/') && !CONTROL.test(name)
  if (!isPlain || Buffer.byteLength(name) > 255) throw failed(`${JSON.stringify(name)} is no plain name of a file`)
  return name
}

/** @throws AppError when the name is one of keys or passwords */
export function refuseSecretName(file: string): void {
  if (SECRET_NAME.test(path.posix.basename(file))) throw failed(`${file} holds keys or passwords; it is not shown here`)
}

/** @throws AppError when the text is a key */
export function refuseSecretText(file: string, text: string): void {
  if (SECRET_TEXT.test(text)) throw failed(`${file} holds a private key; it is not shown here`)
}

/** Whether the name is one of keys or passwords. */
export const isSecretName = (file: string): boolean => SECRET_NAME.test(path.posix.basename(file))

/** Whether a path is the folder or lies below it. */
export const isBelow = (file: string, folder: string): boolean =>
  file === folder || file.startsWith(folder === '/' ? '/' : `${folder}/`)
