import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSshd, type TestSshd } from './sshd.ts'
import { makeTestSsh, type TestSsh } from './testSsh.ts'

describe.runIf(process.getuid?.() === 0)('two servers on one machine', () => {
  let servers: TestSshd[]
  let client: TestSsh
  const diskAt = path.join(tmpdir(), 'windlass-disk')
  beforeAll(async () => {
    const first = await startSshd({ diskAt })
    servers = [first, await startSshd({ diskAt, sameKeysAs: first })]
    client = await makeTestSsh({ SSH_KEY_DIR: first.keyDir })
  })
  afterAll(async () => {
    await client.close()
    await Promise.all(servers.map((server) => server.stop()))
  })

  it('see different disks at the same path', async () => {
    const seen: string[] = []
    for (const [index, server] of servers.entries()) {
      await writeFile(path.join(server.disk, 'name'), `disk ${index}`)
      seen.push((await client.ssh.exec(server.target, `cat ${diskAt}/name`)).stdout)
    }
    expect(seen).toEqual(['disk 0', 'disk 1'])
  })
})
