// `npm start`: builds what changed and runs the server, which serves the console and the API on one port.
import { spawnSync } from 'node:child_process'
import path from 'node:path'

// A process of its own: the bundler's memory is gone before the server starts.
const build = spawnSync(process.execPath, [path.join(import.meta.dirname, 'build.ts')], { stdio: 'inherit' })
if (build.status !== 0) {
  console.error('windlass: the console could not be built; the lines above say why')
  process.exit(build.status ?? 1)
}
await import('../backend/src/main.ts')
