import { describe, expect, it } from 'vitest'
import { firstLine, messageParts } from './messageParts.ts'

const titles = { error: 'why', out: 'out', err: 'err' }
const read = (message: string) => messageParts(message, titles).map(({ title, text }) => `${title}:${text}`)

describe('the message of a run', () => {
  it.each([
    ['Stdout:\nhello\nworld\n', ['out:hello\nworld']],
    ['Stdout:\n\n', []],
    ['Stdout:\nhello\nStderr:\noh\n', ['out:hello', 'err:oh']],
    ['Stdout:\n\nStderr:\noh\n', ['err:oh']],
    ['Stderr:\noh\n', ['err:oh']],
    ['Exec error:\nexit status 3\nStdout:\nhello\n', ['why:exit status 3', 'out:hello']],
    ['Exec error:\nexec: "x": not found in $PATH\n', ['why:exec: "x": not found in $PATH']],
    ['Exec error:\na\nb\nStdout:\nc\nStderr:\nd\n', ['why:a\nb', 'out:c', 'err:d']],
    ['whatever\nit says', ['out:whatever\nit says']],
    ['', []],
  ])('%j comes apart', (message, expected) => {
    expect(read(message)).toEqual(expected)
  })

  it('of half a megabyte comes apart at once', () => {
    // Whatever begins anew at each line would not end within the time of a test.
    expect(read(`Exec error:\nx\nStdout:\n${'Stderr\n'.repeat(70_000)}Stderr:\nend\n`)).toHaveLength(3)
  })

  it('is told by its first line that says something', () => {
    expect(firstLine('Exec error:\nexit status 3\nStdout:\nx')).toBe('exit status 3')
    expect(firstLine('Stdout:\n\n  hello \n')).toBe('hello')
    expect(firstLine('Stdout:\n\n')).toBe('')
  })
})
