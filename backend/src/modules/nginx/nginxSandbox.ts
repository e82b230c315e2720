import path from 'node:path'
import type { NginxTest } from '@windlass/shared-kit/contract/nginx'
import { CHECK, SANDBOX } from './nginxPrograms.ts'
import type { NginxRun } from './nginxRun.ts'
import type { NginxSpot } from './nginxSpot.ts'
import { withIncludes } from './nginxText.ts'
import { encodingOf, NO_CHANGE, readTree, type TreeChange } from './nginxTree.ts'

/** From here on an exit status is ours, not nginx's. */
const OWN_CODES = 70
const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64')

/** Tests the configuration as it is on the server. */
export async function checkNginx(run: NginxRun, { path: program, conf, prefix }: NginxSpot): Promise<NginxTest> {
  const { code, stdout, stderr } = await run(CHECK, [program, conf, prefix])
  return { ok: code === 0, output: `${stdout}${stderr}`.trim(), isSandboxed: false }
}

/** What differs between the folder of the server and the copy, one file a line. */
async function recordsOf(run: NginxRun, spot: NginxSpot, change: TreeChange): Promise<string> {
  const folder = path.posix.dirname(spot.conf)
  const up = '../'.repeat(folder.split('/').filter(Boolean).length)
  // Relative to the main file, absolute includes lead into the copy as well.
  const inCopy = (file: string) => (file.startsWith('/') ? `${up}${file.slice(1)}` : file)
  const { files } = await readTree(run, spot, change)
  const records = [...change.gone].map((file) => `R ${base64(file)}`)
  for (const file of files) {
    const isOutside = !file.path.startsWith(`${folder}/`)
    if (!file.bytes) {
      if (isOutside) records.push(`L ${base64(file.path)}`)
      continue
    }
    const encoding = encodingOf(file.bytes)
    const text = file.bytes.toString(encoding)
    const copied = withIncludes(text, inCopy)
    if (copied !== text || change.texts.has(file.real)) {
      records.push(`W ${base64(file.path)} =${base64(Buffer.from(copied, encoding))}`)
    } else if (isOutside) records.push(`L ${base64(file.path)}`)
  }
  return `${records.join('\n')}\n`
}

const DETOUR = /\/[^\s"':;]*\/\.\.\/[^\s"':;]*/g

/** What nginx said about the copy, with the paths that people know: ours lead back to the root first. */
const withPlainPaths = (output: string): string => output.replaceAll(DETOUR, (file) => path.posix.normalize(file))

/** Tests a changed configuration in a copy of it; undefined when no copy could be made. */
async function testCopy(run: NginxRun, spot: NginxSpot, change: TreeChange): Promise<NginxTest | undefined> {
  const records = await recordsOf(run, spot, change)
  const words = [spot.path, spot.prefix, spot.conf, path.posix.dirname(spot.conf)]
  const { code, stdout } = await run(SANDBOX, words, records)
  if (code >= OWN_CODES || code < 0) return undefined
  return { ok: code === 0, output: withPlainPaths(stdout.trim()), isSandboxed: true }
}

/**
 * Tests a changed configuration in a copy of it. Undefined when the copy says nothing: it cannot be made, or the
 * configuration as it is now is refused there although nginx takes it where it is.
 */
export async function testInSandbox(
  run: NginxRun,
  spot: NginxSpot,
  change: TreeChange,
): Promise<NginxTest | undefined> {
  const test = await testCopy(run, spot, change)
  if (test === undefined || test.ok) return test
  const unchanged = await testCopy(run, spot, NO_CHANGE)
  if (unchanged?.ok) return test
  return (await checkNginx(run, spot)).ok ? undefined : test
}
