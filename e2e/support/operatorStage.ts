import { startSshd, type TestSshd } from '@windlass/backend/testing/sshd'
import type { Browser } from 'playwright-core'
import { launchBrowser, signIn, type Visit, visit } from './browser.ts'
import { type ConsoleProcess, startConsole } from './consoleProcess.ts'
import { type Api, openApi } from './fixtures.ts'

/** What a journey about servers begins with: a sshd, a console that has its key, and somebody who is signed in. */
export interface OperatorStage {
  sshd: TestSshd
  /** Set anew by whoever restarts it. */
  server: ConsoleProcess
  api: Api
  browser: Browser
  who: Visit
  end(): Promise<void>
}

/** Starts it all; when a part fails, those that were started are ended. */
export async function startOperatorStage(): Promise<OperatorStage> {
  const stage: Partial<OperatorStage> = {}
  const end = async () => {
    await stage.browser?.close()
    await stage.server?.remove()
    await stage.sshd?.stop()
  }
  try {
    const sshd = await startSshd()
    stage.sshd = sshd
    const server = await startConsole({ env: { SSH_KEY_DIR: sshd.keyDir } })
    stage.server = server
    const api = await openApi(server.url)
    const browser = await launchBrowser()
    stage.browser = browser
    const who = await visit(browser, { url: server.url })
    await signIn(who)
    return Object.assign(stage, { sshd, server, api, browser, who, end })
  } catch (error) {
    await end()
    throw error
  }
}
