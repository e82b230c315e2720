import path from 'node:path'
import { makeConfig } from '@windlass/shared-kit/federation'
import { ROOT, remoteIds } from '../build/workspace.ts'
import { answerPage } from './answerPage.ts'
import { devConfig } from './devConfig.ts'
import { portOf, type Running } from './developConsole.ts'
import { pageWithArea } from './devPage.ts'
import { proxyToConsole, requireFreePort, startDevServer } from './devServer.ts'
import { areaBase, sourceRelease } from './sourceRelease.ts'

/**
 * Serves one area from source inside a running console, which knows nothing of it: everything else, also the page's
 * security policy, comes from there. A change loads the page again, because the console's React is a built one.
 */
export async function developArea(id: string, consoleUrl: string): Promise<Running> {
  if (!remoteIds().includes(id)) throw new Error(`there is no remote-${id}: choose one of ${remoteIds().join(', ')}`)
  const port = portOf(id)
  await requireFreePort(id, port)
  await fetchPage(consoleUrl)
  return startDevServer({
    name: `remote-${id}`,
    port,
    isHot: false,
    config: devConfig(makeConfig({ dir: path.join(ROOT, `remote-${id}`), remote: id }), `/${areaBase(id)}`, 'reload'),
    pages: [answerPage('/', () => pageFrom(consoleUrl, id))],
    proxy: [proxyToConsole(consoleUrl)],
  })
}

async function pageFrom(consoleUrl: string, id: string) {
  const { html, policy } = await fetchPage(consoleUrl)
  return {
    text: pageWithArea(html, await sourceRelease(id)),
    ...(policy !== null && { headers: { 'content-security-policy': policy } }),
  }
}

async function fetchPage(consoleUrl: string) {
  const answer = await fetch(consoleUrl).catch((error: unknown) => {
    throw new Error(`no console answers at ${consoleUrl}: start one (npm start) or name it with --into <url>`, {
      cause: error,
    })
  })
  if (!answer.ok) throw new Error(`${consoleUrl} answers ${answer.status} instead of the console's page`)
  return { html: await answer.text(), policy: answer.headers.get('content-security-policy') }
}
