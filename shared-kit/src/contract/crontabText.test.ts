import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expressionProblem, printCrontab, readCrontab, shellCommand, variablesAt } from './crontabText.ts'

const piece = fc.constantFrom(
  ...['*', '0', '5', '*/5', '@daily', '@reboot', '#', '#windlass:off ', ' ', '\t', '\n', '\r\n', '\r', '%', '\\', '"'],
  ...["'", '=', 'MAILTO', 'x', '\u2028', '\0', '\uf790', '0 3 * * 1 ', 'echo hi'],
)
const text = fc.oneof(
  fc.array(piece, { maxLength: 40 }).map((all) => all.join('')),
  fc.string(),
  fc.string({ unit: 'binary' }),
)

const kinds = (raw: string, hasUser = false) => readCrontab(raw, { hasUser }).map(({ kind }) => kind)

describe('a crontab', () => {
  it('is written as it was read, whatever it holds', () => {
    fc.assert(
      fc.property(text, fc.boolean(), (raw, hasUser) => {
        expect(printCrontab(readCrontab(raw, { hasUser }))).toBe(raw)
      }),
      { numRuns: 2000 },
    )
  })

  it('is made of entries that hold every character of their line', () => {
    fc.assert(
      fc.property(text, fc.boolean(), (raw, hasUser) => {
        for (const line of readCrontab(raw, { hasUser })) {
          if (line.kind !== 'entry') continue
          const { lead, expression, gap, user, userGap, command } = line
          expect(lead + expression + gap + user + userGap + command).toBe(line.text)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['0 3 * * *\tbackup', 'entry'],
    ['  */5 * * * 1-5 a', 'entry'],
    ['@reboot start', 'entry'],
    ['* * * * *', 'unknown'],
    ['@daily', 'unknown'],
    ['what is this', 'unknown'],
    ['MAILTO=ops@example.com', 'variable'],
    ['"A B" = \'c d\'', 'variable'],
    ['PATH=/bin:/usr/bin', 'variable'],
    ['* * * * * A=b env', 'entry'],
    ['# m h  dom mon dow   command', 'comment'],
    ['# 5 apples and 3 pears for you', 'comment'],
    ['# *  *  *  *  * user-name command to be executed', 'comment'],
    ['#0 3 * * * backup', 'entry'],
    ['#windlass:off 0 3 * * * backup', 'entry'],
    ['#windlass:off what is this', 'comment'],
    [' \t', 'blank'],
  ])('tells what %j is', (line, kind) => {
    expect(kinds(line)).toEqual([kind])
  })

  it('knows whom a line of the system runs as', () => {
    const [line] = readCrontab('17 *\t* * *\troot    cd / && run-parts', { hasUser: true })
    expect(line).toMatchObject({ kind: 'entry', user: 'root', command: 'cd / && run-parts', expression: '17 *\t* * *' })
    expect(kinds('17 * * * * root', true)).toEqual(['unknown'])
  })

  it('keeps what ends its lines', () => {
    expect(readCrontab('a\r\nb\nc').map(({ text: words, end }) => [words, end])).toEqual([
      ['a', '\r\n'],
      ['b', '\n'],
      ['c', ''],
    ])
  })

  it('tells the variables of a line: those above it, the last one of a name, without their quotes', () => {
    const lines = readCrontab('A=1\nA="2 "\n* * * * * x\nA=3\n')
    expect([...variablesAt(lines, 2)]).toEqual([['A', '2 ']])
  })
})

describe('an expression', () => {
  it.each(['* * * * *', '0,30 8-18/2 1-7 jan-mar MON', '*/5 0 * * 7', '@Daily', '0~59 * * * *', '5\t4 * * sun'])(
    '%j is read by cron',
    (expression) => {
      expect(expressionProblem(expression)).toBeUndefined()
    },
  )

  it.each([
    ['60 * * * *', 'range', 'minute'],
    ['* 24 * * *', 'range', 'hour'],
    ['* * 0 * *', 'range', 'day'],
    ['* * * foo *', 'part', 'month'],
    ['* * * * fri-mon', 'order', 'weekday'],
    ['*/0 * * * *', 'step', 'minute'],
    ['5,, * * * *', 'part', 'minute'],
    ['* * * *', 'fields', undefined],
    ['@often', 'word', undefined],
  ])('%j is not: %s', (expression, key, field) => {
    expect(expressionProblem(expression)).toMatchObject({ key, ...(field && { field }) })
  })
})

describe('a command', () => {
  it.each([
    ['date +\\%F', 'date +%F', undefined],
    ['mail a@b%Hi%%you \\% me', 'mail a@b', 'Hi\n\nyou % me\n'],
    ['cat%one\\', 'cat', 'one\\\n'],
    ["printf '\\\\n'", "printf '\\\\n'", undefined],
  ])('%j reaches the shell as cron hands it over', (written, command, input) => {
    expect(shellCommand(written)).toEqual({ command, input })
  })
})
