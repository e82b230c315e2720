import type { Configuration } from '@rspack/core'

/** Versions of shared packages to build as if they were installed, by package. */
export type Versions = Readonly<Record<string, string>>

interface Options {
  dir: string
  /** Id of the area; absent for the host. */
  remote?: string
  /** Version of the area, which is the folder of its entry. */
  version?: string
  outputPath?: string
  /** Areas to bundle with the host instead of loading them. */
  mono?: readonly string[]
  /** Modules of the host that stand in for whole packages. */
  providers?: Record<string, string>
  versions?: Versions
}

export const SHARED_NAMES: string[]
export function containerOf(remote: string, version?: string): string
export function packageOf(request: string): string
export function sharedPackages(versions?: Versions): Record<string, string>
export function makeConfig(options: Options): Configuration
export function makePageConfig(options: { dir: string; outputPath?: string }): Configuration
export function makeEmbedConfigs(options: {
  dir: string
  remote: string
  version: string
  outputPath: string
}): Configuration[]
