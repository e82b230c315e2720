import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'
import { adminLine } from '../testing/adminLine.ts'

describe('a source that is none', () => {
  let server: TestServer
  let files = ''
  beforeAll(async () => {
    server = await makeTestServer()
    files = await mkdtemp(path.join(tmpdir(), 'windlass-source-'))
  })
  afterAll(async () => {
    await closeTestServer(server)
    await rm(files, { recursive: true })
  })
  const importInto = (to: TestServer, source: string) =>
    adminLine(['import', source], { env: to.env, variables: { WINDLASS_SOURCE_PASSWORD: '' } })
  const refusal = async (content: string | Buffer) => {
    const file = path.join(files, 'other.sql')
    await writeFile(file, content)
    const { exitCode, stderr } = await importInto(server, file)
    return { exitCode, stderr: stderr.trim() }
  }

  it('is told from one that was cut off', async () => {
    const begun = '-- MariaDB dump 10.19\nSET NAMES utf8mb4;\n'
    expect(await refusal(begun)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('was cut off'),
    })
    expect(await refusal("INSERT INTO `user` VALUES (1,'a")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('middle of a statement'),
    })
  })

  it.each([
    ['a compressed one', Buffer.from([0x1f, 0x8b, 8]), 'unpack it first with gunzip'],
    ['one of PowerShell', Buffer.from('\ufeff-- dump', 'utf16le'), '--result-file'],
    ['something else', 'select 1;', 'has no table user'],
  ])('%s is told what to do', async (_name, content, message) => {
    expect((await refusal(content)).stderr).toContain(message)
  })

  it('refuses a password in the address, and does not repeat it', async () => {
    const { exitCode, stderr } = await importInto(server, 'mysql://me:geheim@localhost/console')
    expect(exitCode).toBe(2)
    expect(stderr).toContain('leave it out of the address')
    expect(stderr).not.toContain('geheim')
  })

  it('says when nothing answers', async () => {
    const { exitCode, stderr } = await importInto(server, 'mysql://me@127.0.0.1:1/console')
    expect(exitCode).toBe(3)
    expect(stderr).toContain('does not answer')
  })
})
