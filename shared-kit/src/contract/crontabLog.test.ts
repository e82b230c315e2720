import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPlainLogPath, lockBeside, unwrapCommand, wrapCommand } from './crontabLog.ts'
import { printCrontab, readCrontab } from './crontabText.ts'

const LOG = '/var/log/cron-backup.log'
const piece = fc.constantFrom(
  "'",
  '"',
  '\\',
  '%',
  '\\%',
  '#windlass:log',
  ' >>/x 2>&1',
  'flock -n /x ',
  '"$SHELL" -c ',
  'a',
  ' ',
  '\t',
)
const command = fc.oneof(
  fc.array(piece, { minLength: 1, maxLength: 20 }).map((all) => all.join('')),
  fc.string(),
)
const options = fc.record({ log: fc.constantFrom('', LOG), lock: fc.constantFrom('', lockBeside(LOG)) })

describe('the options of a command', () => {
  it('are put around it and taken off again without a trace', () => {
    fc.assert(
      fc.property(command, options, (written, wanted) => {
        fc.pre(wanted.log !== '' || wanted.lock !== '')
        expect(unwrapCommand(wrapCommand(written, wanted))).toEqual({ command: written, ...wanted })
      }),
      { numRuns: 3000 },
    )
  })

  it('leave what is not written by them as it is', () => {
    fc.assert(
      fc.property(command, (written) => {
        const found = unwrapCommand(written)
        expect(wrapCommand(found.command, found)).toBe(written)
      }),
      { numRuns: 3000 },
    )
  })

  it('say plainly what they do, before the input of the command', () => {
    expect(wrapCommand("mail -s 'it is done' me%Hello", { log: LOG, lock: lockBeside(LOG) })).toBe(
      `flock -n ${LOG}.lock "$SHELL" -c 'mail -s '\\''it is done'\\'' me' >>${LOG} 2>&1 #windlass:log,lock%Hello`,
    )
  })

  it('stay within their line', () => {
    const raw = `0 3 * * * ${wrapCommand('x', { log: LOG, lock: '' })}\n`
    expect(readCrontab(raw)).toHaveLength(1)
    expect(printCrontab(readCrontab(raw))).toBe(raw)
  })

  it.each(['relative', '/', '/a/../b', '/a b', '/a;b', '/a%b', '/a/', "/a'b"])('refuse the path %j', (path) => {
    expect(isPlainLogPath(path)).toBe(false)
  })
})
