import { createInterface } from 'node:readline/promises'
import { misused } from './commandError.ts'
import { plain } from './output.ts'
import type { Surroundings } from './runCommandLine.ts'

type Terminal = Pick<Surroundings, 'stdin' | 'stderr'>

/** Asks before something that cannot be taken back. @throws CommandError unless the answer is yes */
export async function askToConfirm(question: string, { stdin, stderr }: Terminal): Promise<void> {
  if (!stdin.isTTY || !stderr.isTTY) throw misused(`${question} Nobody is there to ask: say so with --yes`, 'confirm')
  const terminal = createInterface({ input: stdin, output: stderr })
  try {
    const answer = await terminal.question(`${plain(question)} [y/N] `)
    if (!/^y(es)?$/i.test(answer.trim())) throw misused('nothing was done', 'confirm')
  } finally {
    terminal.close()
  }
}

const BACKSPACE = ['\u007f', '\b']
const CTRL_C = '\u0003'
const CTRL_D = '\u0004'

/** Reads one line without showing it. */
async function readHidden({ stdin, stderr }: Terminal, prompt: string): Promise<string> {
  stderr.write(plain(prompt))
  stdin.setRawMode?.(true)
  let text = ''
  try {
    for await (const chunk of stdin.iterator({ destroyOnReturn: false })) {
      for (const key of String(chunk)) {
        if (key === '\r' || key === '\n' || key === CTRL_D) return text
        if (key === CTRL_C) throw misused('nothing was done', 'confirm')
        text = BACKSPACE.includes(key) ? text.slice(0, -1) : text + key
      }
    }
    return text
  } finally {
    stdin.setRawMode?.(false)
    stdin.pause()
    stderr.write('\n')
  }
}

/** Reads the first line of what is piped in. */
async function readPiped(stdin: Terminal['stdin']): Promise<string> {
  let text = ''
  for await (const chunk of stdin.iterator({ destroyOnReturn: false })) {
    text += String(chunk)
    if (text.includes('\n')) break
  }
  return text.split(/\r?\n/)[0] ?? ''
}

/**
 * Asks for a secret: twice and without showing it at a terminal, otherwise the first line of standard input.
 * @throws CommandError when nothing is given or the two differ
 */
export async function askSecret(what: string, terminal: Terminal, isNew: boolean): Promise<string> {
  const { stdin, stderr } = terminal
  if (!stdin.isTTY || !stderr.isTTY) {
    const given = await readPiped(stdin)
    if (given === '') throw misused(`give ${what} as the first line of standard input`, 'secret')
    return given
  }
  const given = await readHidden(terminal, `${what}: `)
  if (given === '') throw misused('nothing was done', 'secret')
  if (isNew && (await readHidden(terminal, `${what}, again: `)) !== given) {
    throw misused('the two differ; nothing was done', 'secret')
  }
  return given
}
