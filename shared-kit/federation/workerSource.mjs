// Turns `import('./x.worker.ts?worker-source')` into the whole worker as one text. As a text it travels inside the script
// that starts it: covered by that script's hash, usable from any origin, and part of a single-file build.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { rspack } from '@rspack/core'
import { workerConfig } from '../federation.mjs'

const NAME = 'worker.js'

function bundle(config) {
  const compiler = rspack(config)
  return new Promise((resolve, reject) => {
    compiler.run((failure, stats) => {
      const files = stats ? [...stats.compilation.fileDependencies] : []
      const problem =
        failure ??
        (stats?.hasErrors() ? new Error(stats.toString({ preset: 'errors-only', colors: false })) : undefined)
      compiler.close(() => (problem ? reject(problem) : resolve(files)))
    })
  })
}

/** Loader of the bundler. */
export default async function workerSource() {
  const outputPath = mkdtempSync(path.join(tmpdir(), 'windlass-worker-'))
  try {
    const { rootContext: dir, resourcePath: file, mode } = this
    const files = await bundle(workerConfig({ dir, file, outputPath, name: NAME, mode }))
    // So that a change of anything inside the worker builds it anew.
    for (const dependency of files) this.addDependency(dependency)
    return `export default ${JSON.stringify(readFileSync(path.join(outputPath, NAME), 'utf8'))}`
  } finally {
    rmSync(outputPath, { recursive: true, force: true })
  }
}
