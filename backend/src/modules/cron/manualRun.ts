import { setTimeout as wait } from 'node:timers/promises'
import { CRON_MESSAGE_BYTES, CRON_RUN_MINUTES } from '@windlass/shared-kit/contract/cron'
import { quoteCommand } from '../../platform/ssh/quotePosix.ts'
import type { Ssh } from '../../platform/ssh/ssh.ts'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import { createOutputKeeper, outputText } from '../script/keptOutput.ts'
import { runOnServer, type ServerEnd } from '../script/runOnServer.ts'
import { wordsOf } from './cronInput.ts'
import { cutMessage } from './cronMessage.ts'

const MINUTE_MS = 60_000
/** Characters kept of each stream; with the words around them a message of plain letters holds both. */
const STREAM_LENGTH = Math.floor(CRON_MESSAGE_BYTES / 2) - 500
/** Once nothing more is kept of a flood, so much of it is read per millisecond. */
const FLOOD_BYTES_PER_MS = 32 * 1024

/** How a run by hand ended, as the log says it. */
export interface ManualEnd {
  execCode: number
  message: string
  isCut: boolean
}

/** A run that somebody has started by hand. */
export interface ManualRun {
  /** What it has said so far; undefined when that is nothing new. */
  news(): string | undefined
  /** @param reason what is to be told beside its end */
  end(reason?: string): void
  done: Promise<ManualEnd>
}

const block = (title: string, text: string): string =>
  text === '' ? '' : `${title}:\n${text}${text.endsWith('\n') ? '' : '\n'}`

/** Why it did not end by itself; "" when it did. */
function problemOf({ state, signal, reason }: ServerEnd, stopReason: string): string {
  const facts = {
    success: '',
    failed: signal === '' ? '' : `ended by signal ${signal}`,
    timeout: `ended because it took more than ${CRON_RUN_MINUTES} minutes`,
    killed: stopReason === '' ? 'ended by hand' : stopReason,
    unreachable: '',
    interrupted: 'the connection was lost',
  }[state]
  return [facts, reason].filter((text) => text !== '').join('; ')
}

/** Runs a task on its server, its command split as agents split it and each word handed over as it is. */
export function createManualRun(ssh: Ssh, target: SshTarget, command: string): ManualRun {
  const stop = new AbortController()
  const kept = { stdout: createOutputKeeper(STREAM_LENGTH), stderr: createOutputKeeper(STREAM_LENGTH) }
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() }
  let stopReason = ''
  let isChanged = false
  const message = (problem = '') =>
    cutMessage(
      [
        block('Exec error', problem),
        block('Stdout', outputText(kept.stdout.kept())),
        block('Stderr', outputText(kept.stderr.kept())),
      ]
        .join('')
        // PostgreSQL stores no NUL in a text.
        .replaceAll('\0', ''),
    )

  const run = async (): Promise<ManualEnd> => {
    const ended = await runOnServer(ssh, target, {
      script: `exec ${quoteCommand(wordsOf(command))}`,
      timeoutMs: CRON_RUN_MINUTES * MINUTE_MS,
      signal: stop.signal,
      onOutput: (chunk, stream) => {
        isChanged = true
        kept[stream].push(decoders[stream].decode(chunk, { stream: true }))
        return kept[stream].isCut() ? wait(chunk.length / FLOOD_BYTES_PER_MS) : undefined
      },
    })
    const isCut = kept.stdout.isCut() || kept.stderr.isCut()
    const { message: text, isCut: isCutAgain } = message(problemOf(ended, stopReason))
    // Agents say 1 of what could not be started; nothing that did not succeed may look as if it had.
    const execCode = ended.state === 'success' || ended.code !== 0 ? ended.code : -1
    return { execCode: ended.state === 'unreachable' ? 1 : execCode, message: text, isCut: isCut || isCutAgain }
  }
  return {
    news: () => {
      if (!isChanged) return undefined
      isChanged = false
      return message().message
    },
    end: (reason = '') => {
      stopReason = reason
      stop.abort()
    },
    done: run(),
  }
}
