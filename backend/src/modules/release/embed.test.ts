import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { ReleasePromote, ReleaseSwitch } from '@windlass/shared-kit/contract/release'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addTeam, makeConsoleFolder, publishVersion, type TestTeam } from '../../testing/artefacts.ts'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'

const CHUNK = 'embed.tool-json.0123456789.js'
const module = (version: string) => `export const version = '${version}' // ${'long '.repeat(200)}`
/** Files for pages elsewhere, as the build names them. */
const embedded = (version: string) => ({
  [`${version}/embed.mjs`]: module(version),
  [`${version}/embed.mjs.br`]: brotliCompressSync(module(version)),
  [`${version}/embed.remoteEntry.js`]: `var windlass_area = '${version}'`,
  ...(version === '1.0.0' && { [`${version}/${CHUNK}`]: 'the chunk of 1.0.0' }),
})
const contents = { budget: { page: 100_000, total: 500_000, embed: 100_000 } }

describe('areas for pages elsewhere', () => {
  let server: TestServer
  let team: TestTeam
  let folder: Awaited<ReturnType<typeof makeConsoleFolder>>
  beforeAll(async () => {
    folder = await makeConsoleFolder([
      { id: 'box', version: '1.0.0', files: embedded('1.0.0') },
      { id: 'logs', version: '1.0.0' },
    ])
    server = await makeTestServer({ CONSOLE_DIR: folder.dir, REMOTE_ORIGINS: 'https://files.example' })
    team = await addTeam(server, 'Team Box')
  })
  afterAll(async () => {
    await closeTestServer(server)
    await folder.remove()
  })

  const ask = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers })
  const release = async (version: string, base?: string) => {
    const wishes = { id: 'box', version, contents, files: embedded(version), ...(base && { release: { base } }) }
    await publishVersion(server, team, wishes)
    await server.admin.call(ReleasePromote, { remote: 'box', version })
  }

  it('are there for everybody, from every origin, and asked for again each time', async () => {
    const answer = await ask('/embed/box/box.mjs')
    expect(answer).toMatchObject({ statusCode: 200, body: module('1.0.0') })
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'content-type': expect.stringContaining('javascript'),
      'cache-control': 'no-cache',
    })
    const again = await ask('/embed/box/box.mjs', { 'if-none-match': String(answer.headers.etag) })
    expect(again).toMatchObject({ statusCode: 304, body: '' })
    const small = await ask('/embed/box/box.mjs', { 'accept-encoding': 'br' })
    expect(String(brotliDecompressSync(small.rawPayload))).toBe(module('1.0.0'))
  })

  it('follow the version that everybody gets, while chunks of the one before stay', async () => {
    await release('1.1.0')
    expect((await ask('/embed/box/box.mjs')).body).toBe(module('1.1.0'))
    expect((await ask('/embed/box/remoteEntry.js')).body).toBe("var windlass_area = '1.1.0'")
    const chunk = await ask(`/embed/box/${CHUNK}`)
    expect(chunk).toMatchObject({ statusCode: 200, body: 'the chunk of 1.0.0' })
    expect(chunk.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const pinned = await ask('/remotes/box/1.0.0/embed.mjs')
    expect(pinned).toMatchObject({ statusCode: 200, body: module('1.0.0') })
    expect(pinned.headers['cache-control']).toContain('immutable')
  })

  it('are looked for where they are when the files lie on another server', async () => {
    await release('1.2.0', 'https://files.example/box/')
    const answer = await ask('/embed/box/box.mjs')
    expect(answer).toMatchObject({ statusCode: 302 })
    expect(answer.headers.location).toBe('https://files.example/box/1.2.0/embed.mjs')
  })

  it('say why they are gone while the area is turned off', async () => {
    await server.admin.call(ReleaseSwitch, { remote: 'box', isDisabled: true, reason: 'Being repaired.' })
    const answer = await ask('/embed/box/box.mjs')
    expect(answer).toMatchObject({ statusCode: 410, body: 'The area box is turned off. Being repaired.\n' })
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' })
    await server.admin.call(ReleaseSwitch, { remote: 'box', isDisabled: false, reason: '' })
  })

  it.each([
    ['/embed/nothing/nothing.mjs', 'The area nothing has no nothing.mjs for pages elsewhere.'],
    ['/embed/logs/logs.mjs', 'The area logs has no logs.mjs for pages elsewhere.'],
    ['/embed/box/contents.json', 'There is no /embed/box/contents.json.'],
    ['/embed/box/embed.mjs.br', 'There is no /embed/box/embed.mjs.br.'],
    ['/embed/box/..%2f1.0.0%2fcontents.json', 'There is no /embed/box/'],
    ['/embed/BOX/box.mjs', 'There is no /embed/BOX/box.mjs.'],
  ])('answer %s with a sentence', async (url, sentence) => {
    const answer = await ask(url)
    expect(answer.statusCode).toBe(404)
    expect(answer.body).toContain(sentence)
  })
})
