import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { makeSftpServer, type SftpServer } from './sftpServer.ts'
import { closeTestServer } from './testServer.ts'

/**
 * One console and one server for all tests of a file, and for each test an empty folder on it.
 * @param take gets both before every test
 */
export function eachInFolder(take: (sftp: SftpServer, folder: string) => void): void {
  let sftp: SftpServer
  let serial = 0
  beforeAll(async () => {
    sftp = await makeSftpServer()
  })
  afterAll(async () => {
    await closeTestServer(sftp.server)
    await sftp.sshd.stop()
  })
  beforeEach(async () => {
    const folder = path.join(sftp.sshd.disk, `t${++serial}`)
    await mkdir(folder)
    take(sftp, folder)
  })
}
