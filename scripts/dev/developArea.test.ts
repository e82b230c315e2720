import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type ConsoleProcess, startConsole } from '@windlass/e2e/support/consoleProcess'
import { type Api, openApi } from '@windlass/e2e/support/fixtures'
import { ReleasePreviewList } from '@windlass/shared-kit/contract/releasePreview'
import { UserGenerateApiKey } from '@windlass/shared-kit/contract/session'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../build/workspace.ts'
import { openConsole } from '../release/openTarget.ts'
import { writeEmptyConsole } from '../release/testing/emptyConsole.ts'
import { developArea } from './developArea.ts'

const LIMIT_MS = 180_000

let dir = ''
let server: ConsoleProcess
let api: Api
let env: Record<string, string> = {}
beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'windlass-dev-'))
  writeEmptyConsole(dir)
  server = await startConsole({ env: { CONSOLE_DIR: dir } })
  api = await openApi(server.url)
  env = { WINDLASS_API_KEY: await api.call(UserGenerateApiKey) }
}, LIMIT_MS)
afterAll(async () => {
  await server.remove()
  rmSync(dir, { recursive: true })
})

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

describe('an area from source inside a console', { timeout: LIMIT_MS }, () => {
  it('is a preview for its developer that ends with the server', async () => {
    const client = await openConsole(server.url, { env, pathOf: path.resolve, warn: () => undefined })
    const port = await freePort()
    const running = await developArea('logs', client, port)
    try {
      expect(running.url).toMatch(new RegExp(`^${server.url}/preview/`))
      const { list } = await api.call(ReleasePreviewList, { remote: 'logs' })
      expect(list).toMatchObject([{ origin: `http://localhost:${port}`, userName: 'Administrator', isRevoked: false }])
      const entry = await fetch(`http://127.0.0.1:${port}/from-source/logs/remoteEntry.js`)
      expect(entry.status).toBe(200)
      expect(entry.headers.get('access-control-allow-origin')).toBe(server.url)
      // The page listens for changes on this machine, whatever machine it came from.
      expect(await entry.text()).toContain(`hostname=localhost&port=${port}`)
    } finally {
      await running.stop()
    }
    expect((await api.call(ReleasePreviewList, { remote: 'logs' })).list).toMatchObject([{ isRevoked: true }])
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed')
  })

  it('says how to get an API key when there is none', async () => {
    const args = [path.join(ROOT, 'scripts/dev.ts'), 'remote-logs', '--into', server.url]
    const { exitCode, stderr } = await execa(process.execPath, args, { reject: false, env: { WINDLASS_API_KEY: '' } })
    expect(exitCode).toBe(2)
    expect(stderr).toContain(`open ${server.url}/#/user/profile, make one there, and set it as WINDLASS_API_KEY`)
  })
})
