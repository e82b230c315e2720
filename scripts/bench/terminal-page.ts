import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { startSshd, type TestSshd } from '@windlass/backend/testing/sshd'
import { launchBrowser, signIn, visit } from '@windlass/e2e/support/browser'
import { startConsole } from '@windlass/e2e/support/consoleProcess'
import { openApi, until } from '@windlass/e2e/support/fixtures'
import { ServerAdd } from '@windlass/shared-kit/contract/server'
import { execa } from 'execa'
import type { Browser, Page } from 'playwright-core'
import { ROOT } from '../build/workspace.ts'
import { buildConsole } from '../build.ts'
import { alternated, type Comparison, median, milliseconds } from './benchmark.ts'

const FLOOD_BYTES = Number(process.env['FLOOD_MB'] ?? 100) * 1_000_000
const ROUNDS = Number(process.env['ROUNDS'] ?? 3)
const INTERRUPTS = 9
const INTERRUPT_TARGET_MS = 300
const KEYS = 5
/** From here on people notice that a key was late. */
const KEY_TARGET_MS = 100
const WARM_BYTES = 5_000_000
const PATIENCE_MS = 300_000
const LINES = 10_000
const WINDOW = { width: 1440, height: 900 }
const WETTY = 'wetty@3.2.0'
const POLLING_MS = 10
const FLOODING_MS = 1_500
const KEY_PAUSE_MS = 100

/** The program of wetty, installed beside the workspace's other caches when it is not there yet. */
async function wettyProgram(): Promise<string> {
  const folder = path.join(ROOT, 'node_modules/.cache/windlass-bench/wetty')
  const program = path.join(folder, 'node_modules/wetty/build/main.js')
  if (existsSync(program)) return program
  await mkdir(folder, { recursive: true })
  await execa('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, WETTY])
  await execa('npm', ['rebuild', '--prefix', folder, 'node-pty'])
  return program
}

/** Starts wetty for the same account of the same sshd. */
async function startWetty(sshd: TestSshd): Promise<{ url: string; stop(): Promise<unknown> }> {
  const program = process.env['WETTY'] ?? (await wettyProgram())
  const port = 20_000 + (process.pid % 10_000)
  const words = [
    ...['--host', '127.0.0.1', '--port', `${port}`, '--base', '/', '--force-ssh'],
    ...['--ssh-host', sshd.host, '--ssh-port', `${sshd.port}`, '--ssh-user', sshd.user],
    ...['--ssh-auth', 'publickey', '--ssh-key', sshd.keyPath, '--log-level', 'error'],
  ]
  const child = spawn(process.execPath, [program, ...words], { stdio: 'ignore' })
  const exited = once(child, 'exit')
  const url = `http://127.0.0.1:${port}/`
  await until('wetty answers', () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  const stop = () => {
    child.kill()
    return exited
  }
  return { url, stop }
}

async function openWetty(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ viewport: WINDOW })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  await page.goto(url)
  await page.locator('.xterm-helper-textarea').focus()
  await page.waitForFunction(() => 'wetty_term' in globalThis)
  // It shows no titles itself; its terminal tells them.
  await page.evaluate(() => {
    interface Titled {
      onTitleChange(tell: (title: string) => void): void
    }
    // Put there by wetty, whose types are not ours.
    const { wetty_term: terminal } = globalThis as unknown as { wetty_term: Titled }
    terminal.onTitleChange((title) => {
      document.title = title
    })
  })
  return page
}

async function openOurs(browser: Browser, url: string, serverId: number) {
  const opened = await visit(browser, { url, viewport: WINDOW })
  const { page } = opened
  const inputs = watchInput(page)
  page.setDefaultTimeout(PATIENCE_MS)
  await signIn(opened)
  await page.goto(`/#/server/terminal?serverId=${serverId}`)
  await page.locator('.terminal-header .wl-state-success').waitFor()
  return { page, inputs }
}

let marks = 0
const newMark = () => `mark-${++marks}`
/** Stays for a while, because prompts may set a title too; written in two pieces, so that the echo holds no mark. */
const titled = (mark: string) => `printf '\\033]2;%s\\007' ${mark.slice(0, 2)}''${mark.slice(2)}; sleep 0.3`

/** Waits until a title is shown, which stands behind everything that came before it. */
const drawn = (page: Page, mark: string) =>
  page.waitForFunction(
    (wanted) => `${document.title} ${document.querySelector('.terminal-title')?.textContent}`.includes(wanted),
    mark,
    { polling: POLLING_MS },
  )

async function enter(page: Page, command: string): Promise<void> {
  await page.bringToFront()
  await page.keyboard.insertText(command)
  await page.keyboard.press('Enter')
}

/** How long a file takes until it is drawn. */
async function flood(page: Page, file: string): Promise<number> {
  const mark = newMark()
  const begun = performance.now()
  await enter(page, `cat ${file}; ${titled(mark)}`)
  await drawn(page, mark)
  return performance.now() - begun
}

/** How long it takes from each press of a key until it leaves the page. */
async function keyTimes(page: Page, inputs: ReturnType<typeof watchInput>): Promise<number[]> {
  const times: number[] = []
  for (let key = 0; key < KEYS; key++) {
    const begun = performance.now()
    const sent = inputs.next()
    await page.keyboard.press('a')
    await sent
    times.push(performance.now() - begun)
    await page.waitForTimeout(KEY_PAUSE_MS)
  }
  return times
}

/** Tells when what was typed is on its way; to be called before the terminal is opened. */
function watchInput(page: Page) {
  let heard: () => void = () => undefined
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      // What is said about the terminal goes as text, what is typed as bytes.
      if (typeof payload !== 'string') heard()
    })
  })
  return { next: () => new Promise<void>((resolve) => (heard = resolve)) }
}

/** How long Ctrl+C takes in the middle of a flood, until the program's answer is drawn. */
async function interrupt(page: Page, file: string, meanwhile: () => Promise<unknown> = async () => undefined) {
  const mark = newMark()
  const trap = `trap "${titled(mark).replaceAll('\\', '\\\\')}; exit" INT`
  await enter(page, `sh -c '${`${trap}; while :; do cat ${file}; done`.replaceAll("'", "'\\''")}'`)
  await page.waitForTimeout(FLOODING_MS)
  await meanwhile()
  const begun = performance.now()
  await page.keyboard.press('Control+KeyC')
  await drawn(page, mark)
  return performance.now() - begun
}

/**
 * How `cat` of 100 MB, Ctrl+C and keys compare with wetty: same browser, same sshd, in turn. Wetty needs a minute for each
 * flood where no graphics card draws, so all of it takes six.
 */
export async function run(): Promise<Comparison[]> {
  await buildConsole()
  const sshd = await startSshd()
  const server = await startConsole({ env: { SSH_KEY_DIR: sshd.keyDir } })
  const wetty = await startWetty(sshd)
  const browser = await launchBrowser()
  try {
    const [file, warmFile] = await Promise.all([floodFile(sshd, FLOOD_BYTES), floodFile(sshd, WARM_BYTES)])
    const api = await openApi(server.url)
    const fields = { namespaceId: 1, name: 'bench', os: 'linux', ip: sshd.host, port: sshd.port } as const
    const { id } = await api.call(ServerAdd, { ...fields, owner: sshd.user, path: sshd.keyPath })
    const { page: ours, inputs } = await openOurs(browser, server.url, id)
    const theirs = await openWetty(browser, wetty.url)
    const floods = (text: string) => ({ ours: () => flood(ours, text), wetty: () => flood(theirs, text) })
    const times = await alternated(ROUNDS, floods(file), floods(warmFile))
    const keys: number[] = []
    const stops = await alternated(INTERRUPTS, {
      ours: () => interrupt(ours, warmFile, async () => keys.push(...(await keyTimes(ours, inputs)))),
      wetty: () => interrupt(theirs, warmFile),
    })
    return [compareFlood(times), compareInterrupt(stops), compareKeys(keys)]
  } finally {
    await browser.close()
    await wetty.stop()
    await server.remove()
    await sshd.stop()
  }
}

/** A text of so many bytes among the files of the server. */
async function floodFile(sshd: TestSshd, bytes: number): Promise<string> {
  const file = path.join(sshd.folder, `flood-${bytes}`)
  const line = (index: number) => `${`${index}`.padStart(9, '0')} The quick brown fox jumps over the lazy dog\n`
  const block = Array.from({ length: LINES }, (_, index) => line(index)).join('')
  await writeFile(file, block.repeat(Math.ceil(bytes / block.length)).slice(0, bytes))
  return file
}

type Times = Record<'ours' | 'wetty', number[]>

function compareFlood(times: Times): Comparison {
  const [ours, theirs] = [median(times.ours), median(times.wetty)]
  const speed = (ms: number) => `${(FLOOD_BYTES / ms / 1000).toFixed(1)} MB/s`
  return {
    name: `terminal page, cat of ${FLOOD_BYTES / 1_000_000} MB against wetty`,
    ratio: ours / theirs,
    target: 1,
    figures: `${speed(ours)} drawn, recorded, against ${speed(theirs)} by ${WETTY}, in the same browser`,
  }
}

function compareInterrupt(times: Times): Comparison {
  const longest = Math.max(...times.ours)
  const middle = (values: number[]) => milliseconds(median(values))
  return {
    name: `terminal page, Ctrl+C in a flood against ${INTERRUPT_TARGET_MS} ms`,
    ratio: longest / INTERRUPT_TARGET_MS,
    target: 1,
    figures: `${milliseconds(longest)} at most until the program's answer is drawn, mostly ${middle(times.ours)}; ${WETTY} takes ${middle(times.wetty)}`,
  }
}

function compareKeys(times: number[]): Comparison {
  const late = [...times].sort((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0
  return {
    name: `terminal page, keys in a flood against ${KEY_TARGET_MS} ms`,
    ratio: late / KEY_TARGET_MS,
    target: 1,
    figures: `${milliseconds(late)} (p95) from a key to its way to the server, mostly ${milliseconds(median(times))}`,
  }
}
