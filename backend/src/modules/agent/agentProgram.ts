import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

/** Raised by hand when agents of before cannot go on; what the version says beyond it changes with every letter. */
const GENERATION = '1'
const HASH_LENGTH = 8

const folder = new URL('./program/', import.meta.url)

function readProgram(): { version: string; text: string } {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sh'))
    .sort()
  const parts = names.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('')
  const version = `${GENERATION}.${hash('sha256', parts).slice(0, HASH_LENGTH)}`
  return { version, text: parts.replaceAll('@version@', version) }
}

const { version, text } = readProgram()

/** What runs on servers: one script for any POSIX shell. */
export const AGENT_PROGRAM = text
/** Two consoles with the same program name it alike. */
export const AGENT_VERSION = version
/** In hexadecimal, to prove that all of it came over. */
export const AGENT_SHA256 = hash('sha256', text)
