import { describe, expect, it } from 'vitest'
import { createOutput } from './output.ts'

function written(isTTY: boolean, isJson = false) {
  const texts = { stdout: '', stderr: '' }
  const stdout = { write: (text: string) => void (texts.stdout += text) }
  const stderr = { write: (text: string) => void (texts.stderr += text), isTTY, columns: 30 }
  return { texts, output: createOutput(stdout, stderr, isJson) }
}

describe('progress', () => {
  it('takes one line of a terminal, whatever its width', () => {
    const { texts, output } = written(true)
    const step = output.step('sending logs 1.0.0 to a console far away')
    step.update('1 of 2')
    step.done('sent')
    const rows = texts.stderr.split('\r\u001b[2K')
    expect(rows).toEqual(['… sending logs 1.0.0 to a con', '… sending logs 1.0.0 to a con', '✓ sent\n'])
  })

  it('is beginning and end in a log, without anything a terminal would understand', () => {
    const { texts, output } = written(false)
    const step = output.step('sending')
    step.update('1 of 2')
    step.fail('not sent')
    expect(texts).toEqual({ stdout: '', stderr: '… sending\n✕ not sent\n' })
  })
})

describe('text of others', () => {
  it('cannot move the cursor', () => {
    const { texts, output } = written(true)
    output.note('a\u001b[2J\u001b]0;title\u0007b\rc')
    expect(texts.stderr).toBe('ab c\n')
  })
})
