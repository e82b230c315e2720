// The one maker of bundler configurations: host, areas, and the areas as single files for foreign pages.
import path from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { rspack } from '@rspack/core'
import { ChunkScopePlugin, SCOPE_OBJECT } from './federation/chunkScope.mjs'
import { hostChunks, wholeNamedChunks } from './federation/chunks.mjs'
import { embedConfigs } from './federation/embed.mjs'
import { consumedByRemote, LAZY_SHARED_NAMES, providedByHost, sharedPackages } from './federation/shared.mjs'

export { packageOf, SHARED_NAMES, sharedPackages } from './federation/shared.mjs'

const kitDir = import.meta.dirname

const TRANSFORM_IMPORT = [
  { libraryName: 'antd', libraryDirectory: 'es', camelToDashComponentName: true },
  { libraryName: '@ant-design/icons', libraryDirectory: 'es/icons', camelToDashComponentName: false },
]

const WORKER_SOURCE = /^\?worker-source$/

const workerSourceRule = {
  resourceQuery: WORKER_SOURCE,
  loader: path.join(kitDir, 'federation/workerSource.mjs'),
  type: 'javascript/auto',
}

const scriptRule = (syntax) => ({
  test: syntax === 'tsx' ? /\.tsx$/ : /\.ts$/,
  resourceQuery: { not: WORKER_SOURCE },
  loader: 'builtin:swc-loader',
  type: 'javascript/auto',
  options: {
    transformImport: TRANSFORM_IMPORT,
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', tsx: syntax === 'tsx' },
      transform: { react: { runtime: 'automatic' } },
    },
  },
})

/**
 * In the browser an endpoint is its method, path and limits; checking against the schemas is the server's work.
 * Building them there costs bytes and start-up time in every area, so the schema builder is replaced by one that builds nothing.
 */
const schemaEraser = path.join(kitDir, 'src/http/erasedTypebox.ts')

function baseConfig({ dir, outputPath, publicPath }) {
  return {
    context: dir,
    mode: 'production',
    target: ['web', 'es2023'],
    devtool: false,
    output: {
      path: outputPath ?? path.join(dir, 'dist'),
      publicPath,
      filename: '[name].[contenthash:10].js',
      chunkFilename: '[name].[contenthash:10].js',
      cssFilename: '[name].[contenthash:10].css',
      cssChunkFilename: '[name].[contenthash:10].css',
      assetModuleFilename: '[name].[contenthash:10][ext]',
      // Needed by integrity attributes; pages and scripts share an origin, so nothing is sent twice.
      crossOriginLoading: 'anonymous',
      clean: true,
      // A module that threw while it was evaluated must not be handed out half made to whoever asks next: the second try.
      strictModuleErrorHandling: true,
    },
    resolve: {
      extensions: ['.js', '.mjs', '.ts', '.tsx', '.json'],
      alias: { typebox$: schemaEraser, 'typebox/value$': schemaEraser },
    },
    module: {
      rules: [
        scriptRule('ts'),
        scriptRule('tsx'),
        workerSourceRule,
        // antd publishes folders of modules and is asked for by folder.
        { test: /\.m?js$/, resolve: { fullySpecified: false } },
        { test: /\.css$/, type: 'css/auto' },
        { test: /\.(svg|png|woff2)$/, type: 'asset/resource' },
      ],
    },
    performance: { hints: false },
    stats: 'errors-warnings',
    // Federation warns that it finds its files by the address of its entry, which is what we want.
    infrastructureLogging: { level: 'error' },
    experiments: {},
  }
}

const integrity = () =>
  new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'], enabled: true, htmlPlugin: false })

// Icons import their shared base by a relative path, which sharing by name cannot see.
const shareIconBase = () =>
  new rspack.NormalModuleReplacementPlugin(
    /^\.\.\/components\/AntdIcon(\.js)?$/,
    '@ant-design/icons/es/components/AntdIcon',
  )

/** What of the loader is never used here: manifests at run time, and Node. */
const IN_PAGES = { disableSnapshot: true, target: 'web' }

// The plugin takes the build of its runtime that is meant for Node, in which the bundler finds nothing to leave out.
const treeShakenRuntime = () =>
  new rspack.NormalModuleReplacementPlugin(/[\\/]webpack-bundler-runtime[\\/]dist[\\/]index\.cjs$/, (asked) => {
    asked.request = asked.request.replace(/index\.cjs$/, 'bundler.js')
  })

/**
 * Configuration of the host (no `remote`) or of one area. With `mono`, a list of areas, the host bundles them instead of
 * loading them: the yardstick for what federation costs. `versions` builds as if shared packages had these versions.
 */
export function makeConfig({ dir, remote, version, outputPath, providers = {}, mono, versions = {} }) {
  return remote
    ? remoteConfig({ dir, remote, version, outputPath, versions })
    : hostConfig({ dir, outputPath, providers, mono, versions })
}

/** The global variable that holds one version of an area. */
export const containerOf = (remote, version = 'source') => `windlass_${remote}_${version}`.replaceAll(/\W/g, '_')

/** Named by their content and beside the folder of the version: what did not change is the same file in the next one. */
const sharedByVersions = (name) => `files/${name}.[contenthash:10]`

function remoteConfig({ dir, remote, version, outputPath, versions }) {
  const base = baseConfig({ dir, outputPath, publicPath: 'auto' })
  return {
    ...base,
    entry: {},
    output: {
      ...base.output,
      uniqueName: `windlass_${remote}`,
      globalObject: SCOPE_OBJECT,
      chunkFilename: `${sharedByVersions('[name]')}.js`,
      cssFilename: `${sharedByVersions('[name]')}.css`,
      cssChunkFilename: `${sharedByVersions('[name]')}.css`,
      assetModuleFilename: `${sharedByVersions('[name]')}[ext]`,
    },
    optimization: { splitChunks: wholeNamedChunks },
    plugins: [
      shareIconBase(),
      new ChunkScopePlugin(),
      treeShakenRuntime(),
      integrity(),
      new ModuleFederationPlugin({
        name: containerOf(remote, version),
        library: { type: 'var', name: containerOf(remote, version) },
        // Served from source, an area has no version and no folder of it.
        filename: version ? `${version}/remoteEntry.js` : 'remoteEntry.js',
        exposes: { './remote': './src/remote.ts' },
        shared: consumedByRemote(versions),
        shareStrategy: 'loaded-first',
        manifest: version ? { filePath: version } : true,
        dts: false,
        // An area loads no areas itself.
        experiments: { externalRuntime: true, optimization: { ...IN_PAGES, disableRemote: true } },
      }),
    ],
  }
}

function hostConfig({ dir, outputPath, providers: relative, mono, versions }) {
  const base = baseConfig({ dir, outputPath, publicPath: 'auto' })
  const providers = Object.fromEntries(Object.entries(relative).map(([name, file]) => [name, path.join(dir, file)]))
  const providerAliases = Object.fromEntries(Object.entries(providers).map(([name, file]) => [`${name}$`, file]))
  return {
    ...base,
    entry: { app: './src/main.tsx' },
    output: { ...base.output, uniqueName: 'windlass_host' },
    resolve: { ...base.resolve, alias: { ...base.resolve.alias, ...providerAliases } },
    optimization: { splitChunks: { cacheGroups: hostChunks } },
    plugins: [
      shareIconBase(),
      integrity(),
      ...(mono ? bundledAreas(dir, mono) : loadedAreas(dir, providers, versions)),
    ],
  }
}

const virtualModule = (dir, file, source) =>
  new rspack.experiments.VirtualModulesPlugin({ [path.join(dir, file)]: source })
const MENTIONS = 'src/provided/shared.js'

function loadedAreas(dir, providers, versions) {
  const mentions = LAZY_SHARED_NAMES.map((name) => `() => import('${name}')`)
  return [
    virtualModule(dir, MENTIONS, `export default [${mentions.join(',\n')}]\n`),
    providedByHost(providers, versions),
    new ModuleFederationPlugin({
      name: 'windlass_host',
      shared: {},
      remotes: {},
      shareStrategy: 'loaded-first',
      manifest: false,
      dts: false,
      // Entries are addressed directly and their hashes travel in the page, so the loader needs no manifests.
      experiments: { provideExternalRuntime: true, optimization: IN_PAGES },
    }),
  ]
}

/** Stands in for the loader of areas, with the same names. */
const bundledContainers = (areas) => `
const areas = { ${areas.map((area) => `${area}: () => import('../../../remote-${area}/src/remote.ts')`).join(', ')} }
export const guardLoader = () => undefined
export const loadContainer = async ({ id }) => (await areas[id]()).default
`

function bundledAreas(dir, areas) {
  return [
    virtualModule(dir, MENTIONS, 'export default []\n'),
    virtualModule(dir, 'src/areas/bundled.js', bundledContainers(areas)),
    new rspack.NormalModuleReplacementPlugin(/\/containers\.ts$/, path.join(dir, 'src/areas/bundled.js')),
  ]
}

/** A page of an area alone, `dev/page.tsx`: everything inside, for its developers. */
export function makePageConfig({ dir, outputPath }) {
  const base = baseConfig({ dir, outputPath, publicPath: 'auto' })
  return { ...base, entry: { page: './dev/page.tsx' }, output: { ...base.output, filename: '[name].js' } }
}

/** A worker as one script that needs nothing beside it. */
export function workerConfig({ dir, file, outputPath, name, mode }) {
  const base = baseConfig({ dir, outputPath, publicPath: '' })
  return {
    ...base,
    mode,
    target: ['webworker', 'es2023'],
    entry: { worker: file },
    output: { ...base.output, filename: name, crossOriginLoading: false },
    module: { ...base.module, parser: { javascript: { dynamicImportMode: 'eager' } } },
    optimization: { splitChunks: false },
  }
}

/** An area for pages that know nothing of this console: one module with everything inside, and a container. */
export function makeEmbedConfigs({ dir, remote, version, outputPath }) {
  const base = baseConfig({ dir, outputPath, publicPath: 'auto' })
  const plugins = [shareIconBase(), treeShakenRuntime(), integrity()]
  return embedConfigs(base, { remote, version, versions: sharedPackages(), plugins })
}
