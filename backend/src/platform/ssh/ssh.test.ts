import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSshd, type TestSshd } from '../../testing/sshd.ts'
import { makeTestSsh, type TestSsh } from '../../testing/testSsh.ts'
import { execSsh } from './execSsh.ts'
import { quoteCommand, quotePosix } from './quotePosix.ts'
import type { Ssh } from './ssh.ts'
import type { SshError } from './sshError.ts'
import type { SshTarget } from './sshTarget.ts'

/** Far above what it takes anywhere; a busy machine is slow, not wrong. */
const PATIENCE = { timeout: 30_000 }

let sshd: TestSshd
let testSsh: TestSsh
let ssh: Ssh

beforeAll(async () => {
  sshd = await startSshd()
  testSsh = await makeTestSsh({ SSH_KEY_DIR: sshd.keyDir })
  ssh = testSsh.ssh
})

afterAll(async () => {
  await testSsh.close()
  await sshd.stop()
})

const failureOf = async (work: Promise<unknown>): Promise<SshError> => {
  const error: unknown = await work.then(
    () => new Error('it should have failed'),
    (reason: unknown) => reason,
  )
  return error as SshError
}

const isRunning = async (command: string): Promise<boolean> =>
  (await execa('ps', ['-A', '-o', 'args='])).stdout.split('\n').includes(command)

/** Takes connections and never says a word, like a host behind a firewall that has swallowed it. */
const silentPort = async (): Promise<number> => {
  const silent = net.createServer().listen(0, '127.0.0.1').unref()
  await once(silent, 'listening')
  return (silent.address() as net.AddressInfo).port
}

describe('a command on a server', () => {
  it('answers its output and exit code', async () => {
    const result = await ssh.exec(sshd.target, 'echo out; echo err >&2; exit 3')
    expect(result).toEqual({ code: 3, signal: '', stdout: 'out\n', stderr: 'err\n', isCut: false, isLeftOpen: false })
  })

  it('reads its input to the end', async () => {
    expect(await ssh.exec(sshd.target, 'wc -c', { stdin: 'x'.repeat(100_000) })).toMatchObject({ stdout: '100000\n' })
  })

  it('tells the signal that ended it', async () => {
    expect(await ssh.exec(sshd.target, 'kill -KILL $$')).toMatchObject({ code: -1, signal: 'KILL' })
  })

  it('gets every word as it was meant', async () => {
    const words = ["it's", '$HOME', '`id`', 'a  b', '*', '-n', '"', '\\', '中文']
    const { stdout } = await ssh.exec(sshd.target, quoteCommand(['printf', '%s|', ...words]))
    expect(stdout).toBe(words.map((word) => `${word}|`).join(''))
    expect(() => quotePosix('a\nb')).toThrow('control characters')
  })

  it('is ended when its time is up and when nobody wants it any more', async () => {
    expect(await failureOf(ssh.exec(sshd.target, 'sleep 60', { timeoutMs: 200 }))).toMatchObject({ failure: 'remote' })
    const mark = `endless ${Date.now()}`
    const stop = new AbortController()
    const running = failureOf(ssh.exec(sshd.target, `exec yes ${mark}`, { signal: stop.signal }))
    await expect.poll(() => isRunning(`yes ${mark}`), PATIENCE).toBe(true)
    stop.abort(new Error('cancelled'))
    expect(await running).toMatchObject({ message: 'cancelled' })
    await expect.poll(() => isRunning(`yes ${mark}`), PATIENCE).toBe(false)
  })

  it('is ended when nobody wants it any more before it has begun', async () => {
    const connection = await ssh.connect(sshd.target)
    const stop = new AbortController()
    const running = failureOf(execSsh(connection.client, sshd.target, 'sleep 60', { signal: stop.signal }))
    stop.abort(new Error('cancelled'))
    expect(await running).toMatchObject({ message: 'cancelled' })
    connection.end()
  })

  it('keeps a bounded part of endless output while all of it passes by', async () => {
    let seen = 0
    const result = await ssh.exec(sshd.target, 'head -c 20000000 /dev/zero', {
      keepBytes: 10,
      onOutput: (chunk) => {
        seen += chunk.length
      },
    })
    expect({ seen, kept: result.stdout.length, isCut: result.isCut }).toEqual({
      seen: 20_000_000,
      kept: 10,
      isCut: true,
    })
  })

  it('waits for its turn when eight others use the connection', async () => {
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, i) => ssh.exec(sshd.target, `sleep 0.1; echo ${i}`)),
    )
    expect(results.map(({ stdout }) => Number(stdout))).toEqual(Array.from({ length: 20 }, (_, i) => i))
  })
})

it('reads a folder over SFTP', async () => {
  const names = await ssh.sftp(
    sshd.target,
    (sftp) =>
      new Promise<string[]>((resolve, reject) => {
        sftp.readdir(sshd.folder, (error, list) => (error ? reject(error) : resolve(list.map((item) => item.filename))))
      }),
  )
  expect(names.sort()).toEqual(['disk', 'keys', 'sshd'])
})

describe('a connection that fails', () => {
  const cases: [string, () => Partial<SshTarget> | Promise<Partial<SshTarget>>, string, RegExp][] = [
    ['nobody listens', () => ({ port: 1 }), 'refused', /connection refused/],
    ['the name is unknown', () => ({ host: 'no-such-host.invalid' }), 'name', /cannot be resolved/],
    ['the key is not in a key folder', () => ({ keyPath: '/etc/ssl/private/key' }), 'key-file', /is not in/],
    ['the key does not exist', () => ({ keyPath: path.join(sshd.keyDir, 'none') }), 'key-file', /does not exist/],
    ['the key is no key', () => ({ keyPath: `${sshd.keyPath}.pub` }), 'key-file', /public key|other users/],
    ['the key is not let in', () => otherKey('stranger', ''), 'key-refused', /refused the key/],
    ['the passphrase is wrong', () => otherKey('locked', 'right', 'wrong'), 'passphrase', /does not open/],
    ['the passphrase is missing', () => otherKey('locked2', 'right', ''), 'passphrase', /protected by a passphrase/],
    ['the password is wrong', () => ({ keyPath: '', password: 'x' }), 'password-refused', /refused the password/],
    ['nothing to sign in with is set', () => ({ keyPath: '' }), 'protocol', /neither a key file nor a password/],
  ]

  it.each(cases)('says so when %s', async (_name, change, failure, message) => {
    const error = await failureOf(ssh.exec({ ...sshd.target, ...(await change()) }, 'true'))
    expect(error).toMatchObject({ code: 2, failure, message: expect.stringMatching(message) })
  })

  it('says so when the host does not answer', async () => {
    const hasty = await makeTestSsh({ SSH_KEY_DIR: sshd.keyDir, SSH_CONNECT_SECONDS: '1' })
    const error = await failureOf(hasty.ssh.exec({ ...sshd.target, port: await silentPort() }, 'true'))
    const message = expect.stringMatching(/no answer within 1 s/)
    expect(error).toMatchObject({ code: 2, failure: 'timeout', message })
    await hasty.close()
  })

  it('says that a key is good for the jump host only', async () => {
    const inner = await startSshd({ sameKeysAs: sshd })
    await writeFile(inner.authorizedKeysFile, '')
    const { host, port, user, keyPath, password } = sshd.target
    const jump = { host, port, user, keyPath, password }
    const error = await failureOf(ssh.exec({ ...inner.target, jumps: [jump] }, 'true'))
    expect(error.message).toMatch(/the jump host .* let us in, but .* refused the key/)
    await inner.stop()
    const unreachable = await failureOf(ssh.exec({ ...inner.target, jumps: [jump] }, 'true'))
    expect(unreachable.message).toMatch(/the jump host .* cannot reach .*refused/)
  })
})

const otherKey = async (name: string, passphrase: string, given = passphrase): Promise<Partial<SshTarget>> => {
  const keyPath = path.join(sshd.keyDir, name)
  await execa('ssh-keygen', ['-q', '-t', 'ed25519', '-N', passphrase, '-f', keyPath])
  return { keyPath, password: given }
}

it('signs in with a key that has a passphrase, and through a jump host', async () => {
  const { keyPath = '', password = '' } = await otherKey('opened', 'secret phrase')
  const inner = await startSshd({ authorizedKeys: [await readFile(`${keyPath}.pub`, 'utf8')] })
  const { host, port, user } = sshd.target
  const jump = { host, port, user, keyPath: sshd.keyPath, password: '' }
  const target = { ...inner.target, keyPath, password, jumps: [jump] }
  expect(await ssh.exec(target, 'echo $SSH_CONNECTION')).toMatchObject({
    stdout: expect.stringContaining(`${inner.port}`),
  })
  await viaOpenssh(target)
  await inner.stop()
})

it('goes through several jump hosts, each with a sign-in of its own, also by the programs of OpenSSH', async () => {
  const { keyPath = '', password = '' } = await otherKey('second', 'another phrase')
  const second = await startSshd({ authorizedKeys: [await readFile(`${keyPath}.pub`, 'utf8')] })
  const inner = await startSshd({ sameKeysAs: sshd })
  const { host, port, user } = sshd.target
  const jumps = [
    { host, port, user, keyPath: sshd.keyPath, password: '' },
    { host, port: second.port, user, keyPath, password },
  ]
  const target = { ...inner.target, jumps }
  const seen: string[] = []
  const connection = await ssh.connect(target, undefined, ({ hop, step, state }) => {
    if (state === 'passed') seen.push(`${hop} ${step}`)
  })
  connection.end()
  expect(connection.hostKeys.map((key) => key.port)).toEqual([port, second.port, inner.port])
  expect(seen).toEqual([0, 1, 2].flatMap((hop) => ['tcp', 'hostKey', 'auth'].map((step) => `${hop} ${step}`)))
  // What the target sees is the last host before it, which is all that proves the way.
  expect((await ssh.exec(target, 'echo $SSH_CONNECTION')).stdout).toContain(` ${inner.port}`)
  await viaOpenssh(target)
  await second.stop()
  expect((await failureOf(ssh.connect(target))).message).toMatch(/the jump host .* cannot reach .*refused/)
  await inner.stop()
})

const viaOpenssh = async (target: SshTarget) => {
  const settings = await ssh.openssh(target)
  const [program = '', ...words] = settings.command
  const run = () => execa(program, [...words, settings.host, 'echo hello'], { env: settings.env })
  try {
    expect((await run()).stdout).toBe('hello')
    const source = path.join(sshd.folder, 'source.txt')
    await writeFile(source, 'content')
    const copy = path.join(sshd.folder, `copy-${target.port}.txt`)
    await execa('rsync', ['-a', '-e', settings.rsyncShell, source, `${settings.host}:${copy}`], { env: settings.env })
    expect(await readFile(copy, 'utf8')).toBe('content')
  } finally {
    await settings.dispose()
  }
}

it('lends its settings to OpenSSH', () =>
  // The expectations are in it, because a password is tried the same way.
  expect(viaOpenssh(sshd.target)).resolves.toBeUndefined())

it('shares settings and their connection until the console stops, and takes every file back', async () => {
  const own = await makeTestSsh({ SSH_KEY_DIR: sshd.keyDir })
  const [first, second] = [await own.ssh.openssh(sshd.target), await own.ssh.openssh(sshd.target)]
  expect(second.configFile).toBe(first.configFile)
  await first.dispose()
  await second.dispose()
  const [program = '', ...words] = second.command
  const run = () => execa(program, [...words, second.host, 'echo hello'], { env: second.env })
  expect((await run()).stdout).toBe('hello')
  await own.close()
  expect(existsSync(path.dirname(first.configFile))).toBe(false)
  expect(await run().catch((error: { exitCode: number }) => error.exitCode)).toBe(255)
})

describe('the key of a host', () => {
  it('is pinned at the first connection; another one is refused until it is accepted', async () => {
    const other = await startSshd({ sameKeysAs: sshd })
    const first = await ssh.connect(other.target)
    first.end()
    expect(first.hostKeys).toMatchObject([{ port: other.port, isNew: true, algorithm: 'ssh-ed25519' }])
    const { stdout } = await execa('ssh-keygen', ['-l', '-f', path.join(other.folder, 'sshd/host_key.pub')])
    expect(stdout).toContain(first.hostKeys[0]?.fingerprint)

    await other.restart({ newHostKey: true })
    const refused = await failureOf(ssh.connect(other.target))
    const { known, presented } = (refused.data as { hostKey: { known: string; presented: string } }).hostKey
    expect(refused).toMatchObject({ code: 2, failure: 'host-key' })
    expect(known).toBe(first.hostKeys[0]?.fingerprint)
    expect(refused.message).toContain(known)
    expect(refused.message).toContain(presented)

    const place = { host: other.host, port: other.port }
    const ada = { userId: 1, name: 'Ada' }
    await expect(ssh.hostKeys.accept(place, known, ada)).rejects.toThrow('has not shown')
    await ssh.hostKeys.accept(place, presented, ada)
    const again = await ssh.connect(other.target)
    again.end()
    expect(again.hostKeys).toMatchObject([{ fingerprint: presented, isNew: false }])
    await other.stop()
  })
})
