import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startSshd, type TestSshd } from '../../testing/sshd.ts'
import { makeTestSsh, type TestSsh } from '../../testing/testSsh.ts'
import { attachRemoteStep, lookAtRemoteStep, type RemoteStep, removeRemoteStep, runRemoteStep } from './remoteStep.ts'
import type { Ssh } from './ssh.ts'

let sshd: TestSshd
let testSsh: TestSsh
let ssh: Ssh
let folder: string
let id: string

beforeAll(async () => {
  sshd = await startSshd()
  testSsh = await makeTestSsh({ SSH_KEY_DIR: sshd.keyDir })
  ssh = testSsh.ssh
  folder = await mkdtemp(path.join(tmpdir(), 'remote-step-'))
})

beforeEach(() => {
  id = randomUUID()
})

afterAll(async () => {
  await testSsh.close()
  await sshd.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Where sshd signs the user in, whatever HOME says here. */
const filesOf = (name: string) => path.join(userInfo().homedir, '.windlass/run', name)

const isRunning = async (command: string): Promise<boolean> =>
  (await execa('ps', ['-A', '-o', 'args='])).stdout.split('\n').includes(command)

const run = async (step: Partial<RemoteStep>) => {
  let said = ''
  const onOutput = (text: string) => {
    said += text
  }
  const end = await runRemoteStep(ssh, sshd.target, { id, script: '', onOutput, ...step } as RemoteStep)
  return { ...end, said }
}

describe('a step on a target', () => {
  it('answers what it said on both streams and its exit code, and leaves no files', async () => {
    const end = await run({ script: 'echo one; echo zwei 中文 >&2; pwd; exit 7', folder })
    expect(end).toMatchObject({ code: 7, said: `one\nzwei 中文\n${folder}\n` })
    expect(end.offset).toBe(Buffer.byteLength(end.said))
    expect(existsSync(filesOf(id))).toBe(false)
  })

  it.each([
    ['exit 0', { code: 0 }],
    ['exit 255', { code: 255 }],
    ['kill -9 $$', { code: 137, signal: 'SIGKILL' }],
    ['no-such-program', { code: 127 }],
  ])('ends with the truth after: %s', async (script, end) => {
    const { code, signal } = await run({ script })
    expect({ code, ...(signal && { signal }) }).toEqual(end)
  })

  it('runs a command word by word, and another interpreter', async () => {
    const command = ['printf', '%s|', "it's", '$HOME', '*']
    expect((await run({ script: undefined, command } as Partial<RemoteStep>)).said).toBe("it's|$HOME|*|")
    id = randomUUID()
    expect((await run({ script: 'print "perl\\n"; exit 2', interpreter: ['perl', '-w'] })).said).toBe('perl\n')
  })

  it('keeps the mask of its user, so that a site stays readable', async () => {
    const file = path.join(folder, 'public.txt')
    await run({ script: `echo x > '${file}'` })
    expect((await execa('stat', ['-c', '%a', file])).stdout).toBe('644')
  })

  it('says that the folder is missing', async () => {
    const { code, said } = await run({ script: 'echo no', folder: '/no/such/folder' })
    expect({ code, said }).toEqual({ code: 1, said: expect.stringMatching(/can't cd|no such/i) })
  })

  it('is not held up by a daemon that keeps its output open', async () => {
    const mark = `97.${Date.now()}`
    const { code, said } = await run({ script: `sleep ${mark} & echo $!` })
    expect(code).toBe(0)
    expect(await isRunning(`sleep ${mark}`)).toBe(true)
    process.kill(Number(said))
  })

  it('is ended with all of its processes when cancelled', async () => {
    const mark = `98.${Date.now()}`
    const stop = new AbortController()
    const running = run({ script: `trap '' TERM; sleep ${mark} & sleep ${mark}; wait`, signal: stop.signal })
    running.catch(() => undefined)
    await expect.poll(() => isRunning(`sleep ${mark}`), { timeout: 30_000 }).toBe(true)
    stop.abort(new Error('cancelled by a test'))
    await expect(running).rejects.toThrow('cancelled by a test')
    expect(await isRunning(`sleep ${mark}`)).toBe(false)
    expect(existsSync(filesOf(id))).toBe(false)
  })

  it('is ended when its time is up', async () => {
    const mark = `99.${Date.now()}`
    await expect(run({ script: `sleep ${mark}`, timeoutMs: 1000 })).rejects.toThrow('not done within 1 s')
    expect(await isRunning(`sleep ${mark}`)).toBe(false)
  })

  it('does not outlast its time where nobody listens', async () => {
    const nowhere = { ...sshd.target, port: 1 }
    const running = runRemoteStep(ssh, nowhere, { id, script: 'true', timeoutMs: 1000, isFirst: true })
    await expect(running).rejects.toThrow('not done within 1 s')
  })

  it('passes on a flood at the pace of the taker, within flat memory', async () => {
    const before = process.memoryUsage().rss
    let bytes = 0
    let most = 0
    const onOutput = async (text: string) => {
      bytes += text.length
      most = Math.max(most, process.memoryUsage().rss - before)
    }
    await run({ script: 'yes 0123456789abcdef | head -c 300000000', onOutput })
    expect(bytes).toBe(300_000_000)
    // A tenth of what was said would already be a leak.
    expect(most).toBeLessThan(200_000_000)
  })
})

describe('a cut connection', () => {
  const COUNTING = 'i=0; while [ $i -lt 30 ]; do i=$((i+1)); echo "line $i"; sleep 0.1; done'
  const LINES = Array.from({ length: 30 }, (_, i) => `line ${i + 1}\n`).join('')

  it('neither ends the step nor loses or repeats a line', async () => {
    const isUnderWay = Promise.withResolvers<void>()
    let said = ''
    const onOutput = (text: string) => {
      said += text
      if (said.includes('line 5\n')) isUnderWay.resolve()
    }
    const running = run({ script: COUNTING, onOutput })
    await Promise.race([isUnderWay.promise, running])
    await sshd.restart()
    const { code } = await running
    expect({ code, said }).toEqual({ code: 0, said: LINES })
  })

  it('is survived by a restarted console, which goes on from its offset', async () => {
    let offset = 0
    let said = ''
    const other = await makeTestSsh({ SSH_KEY_DIR: sshd.keyDir })
    const first = runRemoteStep(other.ssh, sshd.target, {
      ...{ id, script: COUNTING },
      onOutput: async (text, reached) => {
        if (said.length > 50) return new Promise<void>(() => undefined)
        said += text
        offset = reached
      },
    })
    first.catch(() => undefined)
    await expect.poll(() => said.length, { timeout: 30_000 }).toBeGreaterThan(50)
    expect(await lookAtRemoteStep(ssh, sshd.target, id)).toEqual({ state: 'running' })
    const end = await attachRemoteStep(ssh, sshd.target, {
      ...{ id, offset, keepFiles: true },
      onOutput: (text) => {
        said += text
      },
    })
    expect({ code: end.code, said }).toEqual({ code: 0, said: LINES })
    expect(await lookAtRemoteStep(ssh, sshd.target, id)).toEqual({ state: 'ended', code: 0 })
    await removeRemoteStep(ssh, sshd.target, id)
    await other.close()
  })

  it('tells the truth about a step that died or never was', async () => {
    expect(await lookAtRemoteStep(ssh, sshd.target, id)).toEqual({ state: 'unknown' })
    await expect(attachRemoteStep(ssh, sshd.target, { id })).rejects.toThrow('is not there')
    const running = run({ script: 'sleep 60' })
    running.catch(() => undefined)
    await expect.poll(() => existsSync(path.join(filesOf(id), 'pid')), { timeout: 30_000 }).toBe(true)
    const group = (await readFile(path.join(filesOf(id), 'pid'), 'utf8')).trim().split(' ')[1]
    process.kill(-Number(group), 'SIGKILL')
    await expect(running).rejects.toThrow('without an exit code')
    await removeRemoteStep(ssh, sshd.target, id)
  })
})

it('starts once however often it is asked to', async () => {
  const file = path.join(folder, 'count')
  await writeFile(file, '')
  const step = { script: `echo x >> '${file}'`, keepFiles: true }
  await run(step)
  await run(step)
  expect(await readFile(file, 'utf8')).toBe('x\n')
  await removeRemoteStep(ssh, sshd.target, id)
})
