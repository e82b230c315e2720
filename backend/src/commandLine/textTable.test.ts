import { describe, expect, it } from 'vitest'
import { textTable } from './textTable.ts'

describe('textTable', () => {
  it('lines columns up, also below wide characters', () => {
    const rows = [
      ['logs', '王芳', '1'],
      ['server', 'ann', '2'],
    ]
    expect(textTable(['AREA', 'BY', 'N'], rows)).toBe(
      ['AREA    BY    N', 'logs    王芳  1', 'server  ann   2'].join('\n'),
    )
  })

  it('leaves out columns that hold nothing', () => {
    expect(textTable(['A', 'B', 'C'], [['1', '', '3']])).toBe('A  C\n1  3')
  })

  it('keeps texts of others in their cell', () => {
    expect(textTable(['A'], [['one\ntwo \u001b[31mred\u001b[0m\u0007']])).toBe('A\none two red')
  })
})
