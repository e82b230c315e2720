/** What the bundler calls its own description of an area. */
export const MANIFEST = 'mf-manifest.json'

/** The part of the bundler's manifest that is read here. */
export interface Manifest {
  shared: { name: string; requiredVersion: string }[]
  exposes: { path: string; assets: Record<'css' | 'js', { sync: string[] }> }[]
}
