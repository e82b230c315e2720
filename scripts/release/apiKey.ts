import { readFileSync } from 'node:fs'
import { misused } from '@windlass/backend/commandLine/commandError'

interface Options {
  env: Readonly<Record<string, string | undefined>>
  /** Of the console, to say where a key is made. */
  url: string
  /** Absent: only the environment is asked. */
  file?: string
}

/** The caller's API key, which is never an argument: those can be read by everybody on the machine. */
export function readApiKey({ env, url, file }: Options): string {
  const key = (file === undefined ? (env['WINDLASS_API_KEY'] ?? '') : readKeyFile(file)).trim()
  if (key !== '' && !/^[\x21-\x7e]+$/.test(key))
    throw misused('the API key holds spaces or other signs: copy it again', 'api-key')
  if (key !== '') return key
  if (file !== undefined) throw misused(`${file} is empty: it should hold your API key`, 'api-key')
  const page = new URL('#/user/profile', url).href
  throw misused(
    `no API key: open ${page}, make one there, and set it as WINDLASS_API_KEY (or put it into a file and give --api-key-file)`,
    'api-key',
  )
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw misused(`the API key cannot be read: ${error instanceof Error ? error.message : String(error)}`, 'api-key')
  }
}
