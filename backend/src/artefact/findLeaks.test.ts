import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { findLeaks } from './findLeaks.ts'

const inFile = (content: string, name = 'files/a.js') => findLeaks(new Map([[name, Buffer.from(content)]]))
const PEM = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
// Put together here, so that nobody's scanner takes the test itself for a leak.
const token = (start: string, length = 40) => start + 'a1B2c3D4'.repeat(10).slice(0, length)

describe('what must not get out', () => {
  it.each([
    ['a key', JSON.stringify(PEM), 'holds a key or a certificate (-----BEGIN P…)'],
    ['a key over several lines', `\`${PEM}\``, 'holds a key or a certificate (-----BEGIN P…)'],
    ['an AWS key', `"${`AKIA${'ABCDEFGH'.repeat(2)}`}"`, 'holds an AWS access key (AKIAABCDEFGH…)'],
    ['a GitHub token', token('ghp_', 36), 'holds a GitHub token (ghp_a1B2c3D4…)'],
    ['a fine-grained GitHub token', token('github_pat_'), 'holds a GitHub token (github_pat_a…)'],
    ['a GitLab token', token('glpat-', 20), 'holds a GitLab token (glpat-a1B2c3…)'],
    ['a Slack token', token('xoxb-', 20), 'holds a Slack token (xoxb-a1B2c3D…)'],
    ['a pointer to a source map', 'x\n//# sourceMappingURL=a.js.map', 'points to a source map (//# sourceMa…)'],
    [
      'a source map inside a style',
      'a{}/*# sourceMappingURL=data:application/json;base64,e30= */',
      'points to a source map (/*# sourceMa…)',
    ],
  ])('%s is found, and shown only in part', (_name, content, what) => {
    expect(inFile(content)).toEqual([
      `files/a.js ${what}: take it out of the sources, and treat a secret as known to everybody`,
    ])
  })

  it('is counted, not listed', () => {
    expect(inFile(`${token('ghp_', 36)} ${token('ghp_', 37)}`)).toEqual([
      expect.stringContaining('(ghp_a1B2c3D4…, 2 times)'),
    ])
  })

  it.each([
    ['files/a.js.map', 'is a source map'],
    ['files/a.js.map.br', 'is a source map'],
    ['1.0.0/production.env', 'is a file of environment variables'],
    ['files/_.env', 'is a file of environment variables'],
    ['files/team.pem', 'is a key file'],
    ['1.0.0/id_ed25519', 'is a key file'],
  ])('%s is found by its name', (name, what) => {
    expect(inFile('', name)).toEqual([`${name} ${what}: keep it out of the build`])
  })
})

describe('what is no leak', () => {
  it.each([
    ['the first line of a key as an example', 'placeholder:"-----BEGIN OPENSSH PRIVATE KEY-----"'],
    ['code that speaks of source maps', 'const mark = "sourceMappingURL="'],
    ['words that start like a token', 'ghp_short xoxb-1 AKIA'],
    ['a password field', 'password: { label: "Password" }'],
  ])('%s', (_name, content) => {
    expect(inFile(content)).toEqual([])
  })

  it.each(['files/environment.js', 'files/sitemap.js', 'files/keyboard.js'])('%s by its name', (name) => {
    expect(inFile('', name)).toEqual([])
  })

  it('bytes that are no text', () => {
    expect(inFile(token('ghp_', 36), 'files/a.woff2')).toEqual([])
  })
})
