import type { Configuration } from '@rspack/core'

interface Options {
  dir: string
  /** Id of the area; absent for the host. */
  remote?: string
  outputPath?: string
  /** Areas to bundle with the host instead of loading them. */
  mono?: readonly string[]
  /** Modules of the host that stand in for whole packages. */
  providers?: Record<string, string>
}

export const SHARED_NAMES: string[]
export function makeConfig(options: Options): Configuration
export function makeEmbedConfig(options: { dir: string; outputPath: string }): Configuration
