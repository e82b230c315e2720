import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { launchBrowser, signIn, type Visit, visit } from '@windlass/e2e/support/browser'
import { startConsole } from '@windlass/e2e/support/consoleProcess'
import { makeConfig } from '@windlass/shared-kit/federation'
import { PROVIDERS } from '../build/buildHost.ts'
import { bundle } from '../build/bundle.ts'
import { ROOT, remoteIds } from '../build/workspace.ts'
import { buildConsole } from '../build.ts'
import type { Comparison } from './benchmark.ts'
import { publisher } from './publisher.ts'

const AREA = 'logs'
const PAGE = '/#/log/loginLog'
const CHANGED = 'src/features/login-log/LoginLogPage.tsx'
const TARGET = 0.05

/** What a browser loads again when one page of one area was released, against one bundle with everything in it. */
export async function run(): Promise<Comparison[]> {
  await buildConsole()
  const folder = mkdtempSync(path.join(tmpdir(), 'windlass-redeploy-'))
  const server = await startConsole()
  const browser = await launchBrowser()
  try {
    const release = await publisher(server, folder)
    release('publish', AREA, '1.0.0')
    release('promote', AREA, '1.0.0', '--yes')
    const open = await visit(browser, { url: server.url })
    await signIn(open)
    await load(open)
    release('publish', AREA, '1.1.0', '--dir', changedCopy(folder))
    release('promote', AREA, '1.1.0', '--yes')
    const { bytes, page } = await load(open)
    const whole = await singleBundleBytes(folder)
    const kilobytes = (value: number) => `${(value / 1000).toFixed(1)} kB`
    const figures = `${kilobytes(bytes)} of files and ${kilobytes(page)} of page against ${kilobytes(whole)}, the program in one bundle`
    return [{ name: 'redeploy of one page', ratio: (bytes + page) / whole, target: TARGET, figures }]
  } finally {
    await browser.close()
    await server.remove()
    rmSync(folder, { recursive: true })
  }
}

/** The area with one line more in one of its pages. */
function changedCopy(folder: string): string {
  const [source, copy] = [path.join(ROOT, `remote-${AREA}`), path.join(folder, `remote-${AREA}`)]
  for (const name of ['src', 'package.json'])
    cpSync(path.join(source, name), path.join(copy, name), { recursive: true })
  symlinkSync(path.join(source, 'node_modules'), path.join(copy, 'node_modules'))
  appendFileSync(path.join(copy, CHANGED), `\nconsole.debug('released anew')\n`)
  return copy
}

/** Loads the page as a visitor who was here before, and adds up what came over the wire: files, and the page itself. */
async function load({ page }: Visit): Promise<{ bytes: number; page: number }> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const addresses = new Map<string, string>()
  const sums = { bytes: 0, page: 0 }
  devtools.on('Network.responseReceived', ({ requestId, response }) => addresses.set(requestId, response.url))
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const { pathname } = new URL(addresses.get(requestId) ?? 'about:blank')
    if (/^\/(assets|remotes)\//.test(pathname)) sums.bytes += encodedDataLength
    if (pathname === '/') sums.page += encodedDataLength
  })
  await page.goto('about:blank')
  await page.goto(PAGE)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  await devtools.detach()
  return sums
}

/** Everything in one script and one style sheet, compressed as it would travel. */
async function singleBundleBytes(folder: string): Promise<number> {
  const outputPath = path.join(folder, 'single')
  const config = makeConfig({ dir: path.join(ROOT, 'host'), outputPath, providers: PROVIDERS, mono: remoteIds() })
  await bundle({
    ...config,
    module: { ...config.module, parser: { javascript: { dynamicImportMode: 'eager' } } },
    optimization: { splitChunks: false },
  })
  const files = readdirSync(outputPath).filter((name) => /\.(js|css)$/.test(name))
  return files.reduce((sum, name) => sum + brotliCompressSync(readFileSync(path.join(outputPath, name))).length, 0)
}
