// Serves the console from source and shows changes at once.
//   pnpm dev                                      host, areas (each when first opened) and backend
//   pnpm dev remote-logs                          one area inside the console at http://127.0.0.1:3001
//   pnpm dev remote-toolbox --alone               one area in a page of its own, without console and backend
//   pnpm dev remote-logs --into https://console.example.org
// An area inside a console needs an API key with the permission to preview: WINDLASS_API_KEY, from your profile page.
import path from 'node:path'
import { parseArgs } from 'node:util'
import { CommandError } from '@windlass/backend/commandLine/commandError'
import { developAlone } from './dev/developAlone.ts'
import { developArea } from './dev/developArea.ts'
import { developConsole, type Running } from './dev/developConsole.ts'
import { LOCAL_CONSOLE, openConsole } from './release/openTarget.ts'

async function start(): Promise<Running> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      alone: { type: 'boolean', default: false },
      into: { type: 'string' },
      namespace: { type: 'string' },
      'api-key-file': { type: 'string' },
    },
  })
  const [part] = positionals
  if (part === undefined) return developConsole()
  if (!part.startsWith('remote-')) throw new Error(`${part} is no area: name one as remote-logs, or nothing for all`)
  if (values.alone) return developAlone(part.slice('remote-'.length))
  const client = await openConsole(values.into ?? LOCAL_CONSOLE, {
    env: process.env,
    namespace: values.namespace,
    apiKeyFile: values['api-key-file'],
    pathOf: (typed) => path.resolve(typed),
    warn: (text) => console.error(`dev: ${text}`),
  })
  return developArea(part.slice('remote-'.length), client)
}

const fail = (error: unknown) => {
  console.error(`dev: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(error instanceof CommandError ? error.exitCode : 1)
}

try {
  const running = await start()
  console.log(`dev: ${running.url}  (Ctrl+C ends it)`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => running.stop().then(() => process.exit(0), fail))
  }
} catch (error) {
  fail(error)
}
