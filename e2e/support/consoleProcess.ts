import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const MAIN = path.join(import.meta.dirname, '../../backend/src/main.ts')
/** A busy machine is slow, not wrong. */
const START_LIMIT_MS = 60_000

export const ADMIN = { account: 'admin', password: 'Windlass@1' }

/** The real server as a process of its own, so that it can be killed like one. */
export interface ConsoleProcess {
  url: string
  pid: number
  dataDir: string
  /** What it has printed so far. */
  printed(): string
  /** Ends it and waits; SIGKILL is the power cut. */
  end(signal?: NodeJS.Signals): Promise<number | null>
  /** Starts it again on the same data and the same port. */
  restart(): Promise<ConsoleProcess>
  remove(): Promise<void>
}

interface Options {
  dataDir?: string
  port?: number
  env?: Record<string, string>
}

const exitOf = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(child.exitCode)
    else child.once('exit', resolve)
  })

/** Resolves to the printed address; rejects with everything the process said when it ends instead. */
const addressOf = (child: ChildProcess) =>
  new Promise<string>((resolve, reject) => {
    let said = ''
    const timer = setTimeout(() => reject(new Error(`the server did not start in time:\n${said}`)), START_LIMIT_MS)
    const listen = (chunk: Buffer) => {
      said += chunk.toString()
      const address = /^windlass: (http:\S+)$/m.exec(said)?.[1]
      if (address === undefined) return
      clearTimeout(timer)
      resolve(address)
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`the server ended with ${code}:\n${said}`))
    })
  })

/** Starts the server on a free loopback port with data of its own. */
export async function startConsole(options: Options = {}): Promise<ConsoleProcess> {
  const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), 'windlass-e2e-'))
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(options.port ?? 0),
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: process.env['TEST_LOG'] ?? 'error',
      ...options.env,
    },
  })
  const exited = exitOf(child)
  let printed = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
  })
  const url = await addressOf(child).catch((error: unknown) => {
    // One that is only slow would stay behind.
    child.kill('SIGKILL')
    throw error
  })
  const end = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return exited
  }
  return {
    url,
    pid: child.pid ?? 0,
    dataDir,
    printed: () => printed,
    end,
    restart: () => startConsole({ ...options, dataDir, port: Number(new URL(url).port) }),
    remove: async () => {
      await end()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
