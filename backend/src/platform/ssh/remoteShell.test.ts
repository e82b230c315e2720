import { readFile, writeFile } from 'node:fs/promises'
import { execa } from 'execa'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSshd, type TestSshd } from '../../testing/sshd.ts'
import { makeTestSsh, type TestSsh } from '../../testing/testSsh.ts'
import { isAlive } from './isAlive.ts'

/** Far above what it takes anywhere; a busy machine is slow, not wrong. */
const PATIENCE = { timeout: 30_000 }
/** The parent of a program is the shell that runs it. */
const SHELL = 'echo "$PPID"'

let sshd: TestSshd
let testSsh: TestSsh

beforeAll(async () => {
  sshd = await startSshd()
  testSsh = await makeTestSsh({ SSH_KEY_DIR: sshd.keyDir })
})

afterAll(async () => {
  await testSsh.close()
  await sshd.stop()
})

const sh = (program: string, words: string[] = [], options = {}) => testSsh.ssh.sh(sshd.target, program, words, options)

const isRunning = async (command: string): Promise<boolean> =>
  (await execa('ps', ['-A', '-o', 'args='])).stdout.split('\n').includes(command)

/** What the account does when somebody signs in, instead of what was asked for. */
async function withSignIn<Result>(command: string, work: (ssh: TestSsh['ssh']) => Promise<Result>): Promise<Result> {
  const before = await readFile(sshd.authorizedKeysFile, 'utf8')
  await writeFile(sshd.authorizedKeysFile, `command="${command}" ${before}`)
  const other = await makeTestSsh({ SSH_KEY_DIR: sshd.keyDir })
  try {
    return await work(other.ssh)
  } finally {
    await other.close()
    await writeFile(sshd.authorizedKeysFile, before)
  }
}

it('answers the output and exit code of a program, without a line end of its own', async () => {
  expect(await sh('printf out; printf err >&2; exit 3')).toEqual({ code: 3, stdout: 'out', stderr: 'err' })
  expect(await sh('kill -KILL $$')).toMatchObject({ code: 128 + 9 })
})

it('gives a program its words as they were meant, and nothing to read', async () => {
  const words = ["it's", '$HOME', '`id`', 'a  b', '*', '-n', '"', '\\', '中文']
  expect((await sh('printf "%s|" "$@"; cat', words)).stdout).toBe(words.map((word) => `${word}|`).join(''))
})

it('runs programs in one shell, none of which knows anything of the one before', async () => {
  const first = await sh(`${SHELL}; cd /; left=behind; umask 777`)
  const second = await sh(`${SHELL}; echo "$left"; pwd; umask`)
  expect(second.stdout.split('\n').slice(0, 2)).toEqual([first.stdout.trim(), ''])
  expect(second.stdout).not.toMatch(/^\/$|777/m)
})

it('runs programs at the same time in shells of their own, and keeps one of them', async () => {
  const shells = await Promise.all(Array.from({ length: 20 }, () => sh(`sleep 0.1; ${SHELL}`)))
  expect(new Set(shells.map(({ stdout }) => stdout)).size).toBeGreaterThan(1)
  const [one, other] = [await sh(SHELL), await sh(SHELL)]
  expect(one).toEqual(other)
  expect(shells).toContainEqual(one)
})

it('ends a program whose time is up or that nobody wants any more, and runs the next one', async () => {
  await expect(sh('sleep 60', [], { timeoutMs: 200 })).rejects.toMatchObject({ failure: 'remote' })
  const mark = `endless ${Date.now()}`
  const stop = new AbortController()
  const running = sh(`exec yes ${mark}`, [], { signal: stop.signal })
  const ended = running.then(() => 'it ended by itself', String)
  await expect.poll(() => isRunning(`yes ${mark}`), PATIENCE).toBe(true)
  stop.abort(new Error('cancelled'))
  expect(await ended).toContain('cancelled')
  await expect.poll(() => isRunning(`yes ${mark}`), PATIENCE).toBe(false)
  expect(await sh('echo next')).toMatchObject({ code: 0, stdout: 'next\n' })
})

it('keeps a bounded part of a long output and finds the end behind it', async () => {
  const { code, stdout } = await sh('head -c 3000000 /dev/zero | tr "\\\\0" x; exit 7')
  expect({ code, length: stdout.length }).toEqual({ code: 7, length: 1024 * 1024 })
})

it('says that the shell has ended under a program, and opens another one for the next', async () => {
  await expect(sh('kill -KILL "$PPID"; sleep 60')).rejects.toThrow('the shell on the server has ended')
  expect(await sh('echo next')).toMatchObject({ stdout: 'next\n' })
})

it('opens another shell when the kept one was ended while nobody needed it', async () => {
  const { stdout } = await sh(SHELL)
  process.kill(Number(stdout), 'SIGKILL')
  await expect.poll(() => isAlive(Number(stdout)), PATIENCE).toBe(false)
  // The answer to a command comes after the news that were on the way before it.
  await testSsh.ssh.exec(sshd.target, ':')
  expect((await sh(SHELL)).stdout).not.toBe(stdout)
})

it('takes what the start-up files of the account print for nobody’s output', async () => {
  const welcome = 'echo welcome; echo careful >&2; eval $SSH_ORIGINAL_COMMAND'
  const end = await withSignIn(welcome, (ssh) => ssh.sh(sshd.target, 'echo out; echo err >&2', []))
  expect(end).toEqual({ code: 0, stdout: 'out\n', stderr: 'err\n' })
})

it('says what an account says that has no shell', async () => {
  const refused = withSignIn('echo This account is not available; exit 1', (ssh) => ssh.sh(sshd.target, ':', []))
  await expect(refused).rejects.toThrow('the shell on the server has ended: This account is not available')
})
