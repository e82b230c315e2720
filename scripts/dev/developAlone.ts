import path from 'node:path'
import { makePageConfig } from '@windlass/shared-kit/federation'
import { ROOT } from '../build/workspace.ts'
import { answerPage } from './answerPage.ts'
import { devConfig } from './devConfig.ts'
import { portOf, type Running } from './developConsole.ts'
import { requireFreePort, startDevServer } from './devServer.ts'

const PAGE = `<!doctype html>
<html>
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/page.css" />
    <style>
      *, ::before, ::after { box-sizing: border-box; }
      body { margin: 0; background: var(--wl-surface); color: var(--wl-text); font: 14px/1.57 var(--wl-font); }
      nav { display: flex; gap: 8px; padding: 8px; }
      main { max-width: 552px; margin: 0 auto; padding: 16px; }
    </style>
  </head>
  <body><script src="/page.js"></script></body>
</html>`

/** Serves the page `dev/page.tsx` of an area: the area alone, without a host and without a backend. */
export async function developAlone(id: string, port = portOf(id)): Promise<Running> {
  const name = `remote-${id}`
  await requireFreePort(name, port)
  const config = devConfig(makePageConfig({ dir: path.join(ROOT, name) }), '/', 'refresh')
  return startDevServer({
    name,
    port,
    isHot: true,
    config,
    pages: [answerPage('/', async () => ({ text: PAGE }))],
  })
}
