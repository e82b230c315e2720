import { type Configuration, rspack, type StatsCompilation } from '@rspack/core'

/** Runs the bundler once; any error or warning of the sources fails the build. */
export function bundle(config: Configuration): Promise<StatsCompilation> {
  const compiler = rspack(config)
  return new Promise((resolve, reject) => {
    compiler.run((failure, stats) => {
      if (failure || !stats) return reject(failure ?? new Error('the bundler answered nothing'))
      const report = stats.toJson({
        all: false,
        chunks: true,
        chunkOrigins: true,
        errors: true,
        warnings: true,
        assets: true,
      })
      compiler.close(() => {
        if (stats.hasErrors()) return reject(new Error(stats.toString({ preset: 'errors-only', colors: false })))
        resolve(report)
      })
    })
  })
}

/** Runs the bundler once for several configurations, all of which have to succeed. */
export function bundleAll(configs: readonly Configuration[]): Promise<void> {
  const compiler = rspack([...configs])
  return new Promise((resolve, reject) => {
    compiler.run((failure, stats) => {
      compiler.close(() => {
        if (failure || !stats) return reject(failure ?? new Error('the bundler answered nothing'))
        if (stats.hasErrors()) return reject(new Error(stats.toString({ preset: 'errors-only', colors: false })))
        resolve()
      })
    })
  })
}

/** Names of the files that the bundler made for one `import()`; `isFrom` chooses among modules that ask alike. */
export function filesOf(report: StatsCompilation, request: string, isFrom = (_issuer: string) => true): string[] {
  const chunks = (report.chunks ?? []).filter((chunk) =>
    chunk.origins?.some((origin) => origin.request === request && isFrom(origin.moduleName ?? '')),
  )
  return [...new Set(chunks.flatMap((chunk) => chunk.files ?? []))]
}
