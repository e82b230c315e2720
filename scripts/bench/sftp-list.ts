import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { startSshd } from '@windlass/backend/testing/sshd'
import { launchBrowser, signIn, type Visit, visit } from '@windlass/e2e/support/browser'
import { startConsole } from '@windlass/e2e/support/consoleProcess'
import { openApi } from '@windlass/e2e/support/fixtures'
import { ServerAdd } from '@windlass/shared-kit/contract/server'
import { execa } from 'execa'
import { buildConsole } from '../build.ts'
import { alternated, type Comparison, median, milliseconds } from './benchmark.ts'

const ROUNDS = 5
const MANY = 100_000
const FEW = 10
/** From the double click to rows that can be read. */
const VISIBLE_MS = 1500
/** A large folder is read in parts, so that its first rows may take little longer than all of a small one. */
const SMALL_TARGET = 3

interface Shown {
  first: number
  all: number
}

async function fill(folder: string, entries: number): Promise<void> {
  mkdirSync(folder)
  await execa('sh', ['-c', `cd "$0" && seq -f file-%.0f ${entries} | xargs touch`, folder])
}

/** Opens a folder by a double click and tells when its first rows were drawn and when all were counted. */
async function open({ page }: Visit, name: string): Promise<Shown> {
  const pane = page.locator('.sftp-pane').first()
  const noted = page.evaluate(
    () =>
      new Promise<Shown>((resolve) => {
        const begin = () => {
          const startedAt = performance.now()
          let first: number | undefined
          const look = () => {
            if (document.querySelector('.sftp-pane .sftp-name[title^="file-"]')) first ??= performance.now() - startedAt
            const count = document.querySelector('.sftp-pane .sftp-footer output')?.textContent ?? ''
            const isDone = first !== undefined && !count.includes('still reading')
            if (first !== undefined && isDone) resolve({ first, all: performance.now() - startedAt })
            else requestAnimationFrame(look)
          }
          look()
        }
        document.addEventListener('dblclick', begin, { once: true, capture: true })
      }),
  )
  await pane.getByText(name, { exact: true }).dblclick()
  const shown = await noted
  await pane.locator('.sftp-area').focus()
  await page.keyboard.press('Backspace')
  await pane.getByText(name, { exact: true }).waitFor()
  return shown
}

/** How soon a folder of 100,000 entries can be read in a browser, against one of ten. */
export async function run(): Promise<Comparison[]> {
  await buildConsole()
  const sshd = await startSshd()
  const server = await startConsole({ env: { SSH_KEY_DIR: sshd.keyDir } })
  const browser = await launchBrowser()
  try {
    const place = path.join(sshd.disk, 'list')
    mkdirSync(place)
    await fill(path.join(place, 'large'), MANY)
    await fill(path.join(place, 'small'), FEW)
    const api = await openApi(server.url)
    const { id } = await api.call(ServerAdd, {
      ...{ name: 'bench', os: 'linux', ip: sshd.host, port: sshd.port, owner: sshd.user, path: sshd.keyPath },
      ...{ namespaceId: 1, description: '' },
    })
    const who = await visit(browser, { url: server.url })
    await signIn(who)
    await who.page.goto(`${server.url}/#/server/sftp?${new URLSearchParams({ serverId: `${id}`, dir: place })}`)
    await who.page.locator('.sftp-pane').first().getByText('large', { exact: true }).waitFor()
    const all: number[] = []
    const times = await alternated(ROUNDS, {
      large: async () => {
        const shown = await open(who, 'large')
        all.push(shown.all)
        return shown.first
      },
      small: async () => (await open(who, 'small')).first,
    })
    const [large, small] = [median(times.large), median(times.small)]
    const figures = `${milliseconds(large)} to the first rows of ${MANY} entries in a browser, ${milliseconds(small)} of ${FEW} entries, ${milliseconds(median(all))} until all were counted and sorted`
    return [
      { name: 'SFTP folder of 100,000 entries', ratio: large / VISIBLE_MS, target: 1, figures },
      { name: 'SFTP large folder against a small one', ratio: large / small, target: SMALL_TARGET, figures },
    ]
  } finally {
    await browser.close()
    await server.remove()
    await sshd.stop()
  }
}
