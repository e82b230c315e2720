import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RecordingOptions, startRecording } from './recording.ts'

let folder: string
let serial = 0
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'recording-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const start = async (change: Partial<RecordingOptions> = {}) => {
  const file = path.join(folder, `${++serial}.cast`)
  const failures: string[] = []
  const recording = await startRecording({
    ...{ file, size: { rows: 24, cols: 80 }, term: 'xterm-256color', startTime: 1_700_000_000_250, limitBytes: 1e6 },
    onFail: (error) => failures.push(error.message),
    onDrain: () => undefined,
    ...change,
  })
  const lines = async () =>
    (await readFile(file, 'utf8'))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  return { recording, lines, file, failures }
}

describe('a recording', () => {
  it('begins with what old and new players want to know, and is nobody else’s to read', async () => {
    const { recording, lines, file } = await start()
    await recording.end()
    const env = { SHELL: '/bin/bash', TERM: 'xterm-256color' }
    const times = { Timestamp: 1_700_000_000, timestamp: 1_700_000_000 }
    expect(await lines()).toEqual([{ title: '', version: 2, height: 24, width: 80, env, ...times }])
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it('holds characters back until they are whole, and keeps order and time', async () => {
    const { recording, lines } = await start({ startTime: Date.now() })
    const wide = Buffer.from('中文')
    recording.write(wide.subarray(0, 4))
    await wait(60)
    recording.write(wide.subarray(4))
    recording.resize({ rows: 30, cols: 100 })
    recording.write(Buffer.from([0x61, 0xe4]))
    await recording.end()
    const [, ...events] = await lines()
    expect(events.map(([, code, text]) => [code, text])).toEqual([
      ['o', '中'],
      ['o', '文'],
      ['r', '100x30'],
      ['o', 'a�'],
    ])
    const times = events.map(([time]) => time as number)
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(times[1]).toBeGreaterThan(0.05)
  })

  it('ends with a mark at its limit', async () => {
    const { recording, lines, file } = await start({ limitBytes: 10_000 })
    for (let i = 0; i < 100; i++) {
      recording.write(Buffer.alloc(1000, 0x78))
      recording.resize({ rows: 24, cols: 80 })
    }
    await recording.end()
    const all = await lines()
    expect(all.at(-1)).toEqual([expect.any(Number), 'm', expect.stringContaining('10000 bytes')])
    expect(all.slice(1).filter(([, code]) => code === 'm')).toHaveLength(1)
    expect((await stat(file)).size).toBeLessThan(10_200)
  })

  it('says when it cannot begin', async () => {
    await expect(start({ file: path.join(folder, 'none', 'x') })).rejects.toThrow('ENOENT')
    const { file } = await start()
    await expect(start({ file })).rejects.toThrow('EEXIST')
  })

  it('says when the disk takes no more, and ends all the same', async () => {
    const failures: string[] = []
    const { recording } = await start({
      onFail: (error) => failures.push(error.message),
      file: '/dev/full',
      flags: 'w',
    })
    recording.write(Buffer.from('x'))
    await expect.poll(() => failures).toEqual([expect.stringContaining('ENOSPC')])
    recording.write(Buffer.from('y'))
    await recording.end()
  })
})
