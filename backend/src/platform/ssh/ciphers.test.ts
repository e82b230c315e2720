import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSshd, type TestSshd } from '../../testing/sshd.ts'
import { makeTestSsh } from '../../testing/testSsh.ts'
import { offeredCiphers } from './ciphers.ts'

let old: TestSshd
beforeAll(async () => {
  old = await startSshd({ ciphers: '3des-cbc' })
})
afterAll(() => old.stop())

describe('a server that knows only weak ciphers', () => {
  it('is not called, and it is said what can be done', async () => {
    const { ssh, close } = await makeTestSsh({ SSH_KEY_DIR: old.keyDir })
    await expect(ssh.exec(old.target, 'true')).rejects.toThrow(/update its SSH server, or .*SSH_LEGACY_CIPHERS/)
    await close()
  })

  it('is called where the settings say so, by the programs of the system as well', async () => {
    const { ssh, close } = await makeTestSsh({ SSH_KEY_DIR: old.keyDir, SSH_LEGACY_CIPHERS: 'true' })
    expect((await ssh.exec(old.target, 'echo here')).stdout).toBe('here\n')
    const settings = await ssh.openssh(old.target)
    const [program = '', ...words] = settings.command
    try {
      const { stdout } = await execa(program, [...words, settings.host, 'echo here'], { env: settings.env })
      expect(stdout).toBe('here')
    } finally {
      await settings.dispose()
      await close()
    }
  })

  it('changes nothing for others: the first that both know is taken, and the strong ones come first', () => {
    const strong = offeredCiphers({ SSH_LEGACY_CIPHERS: false })
    const all = offeredCiphers({ SSH_LEGACY_CIPHERS: true })
    expect(all.slice(0, strong.length)).toEqual(strong)
    expect(all.slice(strong.length).every((name) => name.endsWith('-cbc'))).toBe(true)
    expect(strong.some((name) => name.endsWith('-cbc'))).toBe(false)
  })
})
