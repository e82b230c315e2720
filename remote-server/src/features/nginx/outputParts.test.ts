import { describe, expect, it } from 'vitest'
import { lineMarks, outputParts } from './outputParts.ts'

const FILE = '/etc/nginx/conf.d/shop.conf'
const SAID = `nginx: [warn] conflicting server name "a" in ${FILE}:2
2026/11/21 21:49:09 [emerg] 3554#3554: invalid parameter "in /tmp:1" in ${FILE}:3
nginx: [emerg] unknown directive "x" in /etc/nginx/nginx.conf:9
nginx: configuration file /etc/nginx/nginx.conf test failed`

describe('what nginx says', () => {
  it('leads to the places that it names', () => {
    const places = outputParts(SAID).flatMap(({ file }) => file ?? [])
    expect(places).toContainEqual({ dir: '/etc/nginx/conf.d', name: 'shop.conf', line: 3 })
    expect(places).toContainEqual({ dir: '/etc/nginx', name: 'nginx.conf', line: 9 })
    expect(
      outputParts(SAID)
        .map(({ text }) => text)
        .join(''),
    ).toBe(SAID)
  })

  it('marks the lines of one file, whichever of its names is used', () => {
    expect(lineMarks(SAID, ['/other', FILE])).toEqual([
      { line: 2, text: 'conflicting server name "a"' },
      { line: 3, text: 'invalid parameter "in /tmp:1"' },
    ])
    expect(lineMarks('unexpected answer', [FILE])).toEqual([])
  })
})
