// The one place that says what the host shares with the areas it loads, and how each of them is bundled.
// A package missing from this list does not fail: a second copy is bundled and the session is silently empty. Hence one
// list for all, a check at build time that the host provides what each remote consumes, and a test in the browser.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { rspack } from '@rspack/core'

const kitDir = import.meta.dirname
const catalog = readFileSync(path.join(kitDir, '../pnpm-workspace.yaml'), 'utf8').split('\n')
const kitVersion = JSON.parse(readFileSync(path.join(kitDir, 'package.json'), 'utf8')).version

/** In the entry of the host: all that the sign-in page needs, and nothing else. */
const EAGER = [
  'react',
  'react-dom',
  'react-router-dom',
  'i18next',
  'react-i18next',
  '@windlass/shared-kit/session',
  '@windlass/shared-kit/permission',
  '@windlass/shared-kit/http',
  '@windlass/shared-kit/feedback',
  '@windlass/shared-kit/remote',
  '@windlass/shared-kit/i18n',
  '@windlass/shared-kit/theme',
]

/** Loaded together, in one chunk, as soon as somebody is signed in. */
const COMMON_ANTD = [
  'alert',
  'app',
  'badge',
  'button',
  'checkbox',
  'col',
  'config-provider',
  'divider',
  'drawer',
  'dropdown',
  'empty',
  'flex',
  'form',
  'grid',
  'input',
  'menu',
  'message',
  'modal',
  'notification',
  'popconfirm',
  'popover',
  'radio',
  'row',
  'segmented',
  'skeleton',
  'space',
  'spin',
  'switch',
  'tag',
  'theme',
  'tooltip',
]

/** What lists and forms need beyond that, together again: boards and terminals do without. */
const LIST_ANTD = ['input-number', 'pagination', 'select', 'table', 'tabs', 'typography']

/** Heavy or rare: each is loaded when a page asks for it. */
const RARE_ANTD = [
  'affix',
  'auto-complete',
  'avatar',
  'breadcrumb',
  'card',
  'cascader',
  'collapse',
  'color-picker',
  'date-picker',
  'descriptions',
  'float-button',
  'image',
  'layout',
  'list',
  'mentions',
  'progress',
  'qr-code',
  'rate',
  'result',
  'slider',
  'splitter',
  'statistic',
  'steps',
  'time-picker',
  'timeline',
  'tour',
  'transfer',
  'tree',
  'tree-select',
  'upload',
  'watermark',
]

/** Loaded when the layout or an area asks for them. */
const LAZY = [
  '@tanstack/react-query',
  '@windlass/shared-kit/query',
  '@windlass/shared-kit/ui',
  '@windlass/shared-kit/ui/table',
  '@ant-design/icons/es/components/AntdIcon',
  'dayjs',
]

const LAZY_ANTD = [...COMMON_ANTD, ...LIST_ANTD, ...RARE_ANTD]
const antdPath = (component) => `antd/es/${component}`

/** Every name the host provides; a remote that consumes another one does not pass the build. */
export const SHARED_NAMES = [...EAGER, ...LAZY, ...LAZY_ANTD.map(antdPath)]

/** What the host must mention somewhere, so that the bundler provides it even if the host itself never uses it. */
export const LAZY_SHARED_NAMES = [...LAZY, ...LAZY_ANTD.map(antdPath)]

function versionOf(request) {
  if (request.startsWith('@windlass/')) return kitVersion
  const name = request
    .split('/')
    .slice(0, request.startsWith('@') ? 2 : 1)
    .join('/')
  const line = catalog.find((text) => text.replaceAll(/["' ]/g, '').startsWith(`${name}:`))
  if (!line) throw new Error(`${name} is shared but has no version in the catalog of pnpm-workspace.yaml`)
  return line.slice(line.indexOf(': ') + 2).trim()
}

/** `strictVersion` makes a misfit fail inside the fence of its area instead of splitting state silently. */
const termsOf = (request) => ({ singleton: true, strictVersion: true, requiredVersion: `^${versionOf(request)}` })

/**
 * The host provides and never consumes: it is always first, so asking for its own packages through the share scope would
 * only cost every visit some 60 ms of look-ups and an extra step before each chunk.
 */
function providedByHost(providers) {
  const entry = (request, eager) => {
    const terms = { ...termsOf(request), shareKey: request, version: versionOf(request), eager }
    return [providers[request] ?? request, terms]
  }
  return new rspack.sharing.ProvideSharedPlugin({
    enhanced: true,
    provides: Object.fromEntries([
      ...EAGER.map((request) => entry(request, true)),
      ...LAZY_SHARED_NAMES.map((request) => entry(request, false)),
    ]),
  })
}

/** One entry for all of antd: what a remote names here is in its entry script, used or not. */
function consumedByRemote() {
  const consumed = [...EAGER, ...LAZY, 'antd/es/']
  return Object.fromEntries(consumed.map((request) => [request, { ...termsOf(request), import: false }]))
}

const TRANSFORM_IMPORT = [
  { libraryName: 'antd', libraryDirectory: 'es', camelToDashComponentName: true },
  { libraryName: '@ant-design/icons', libraryDirectory: 'es/icons', camelToDashComponentName: false },
]

const scriptRule = (syntax) => ({
  test: syntax === 'tsx' ? /\.tsx$/ : /\.ts$/,
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
    },
    resolve: {
      extensions: ['.js', '.mjs', '.ts', '.tsx', '.json'],
      alias: { typebox$: schemaEraser, 'typebox/value$': schemaEraser },
    },
    module: {
      rules: [
        scriptRule('ts'),
        scriptRule('tsx'),
        // antd publishes folders of modules and is asked for by folder.
        { test: /\.m?js$/, resolve: { fullySpecified: false } },
        { test: /\.css$/, type: 'css/auto' },
        { test: /\.(svg|png|woff2)$/, type: 'asset/resource' },
      ],
    },
    performance: { hints: false },
    stats: 'errors-warnings',
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

/**
 * Configuration of the host (no `remote`) or of one area. With `mono`, a list of areas, the host bundles them instead of
 * loading them: the yardstick for what federation costs.
 */
export function makeConfig({ dir, remote, outputPath, providers = {}, mono }) {
  return remote ? remoteConfig(dir, remote, outputPath) : hostConfig({ dir, outputPath, providers, mono })
}

function remoteConfig(dir, remote, outputPath) {
  const base = baseConfig({ dir, outputPath, publicPath: 'auto' })
  return {
    ...base,
    entry: {},
    output: { ...base.output, uniqueName: `windlass_${remote}` },
    plugins: [
      shareIconBase(),
      integrity(),
      new ModuleFederationPlugin({
        name: `windlass_${remote}`,
        filename: 'remoteEntry.js',
        exposes: { './remote': './src/remote.ts' },
        shared: consumedByRemote(),
        shareStrategy: 'loaded-first',
        manifest: true,
        dts: false,
        experiments: { externalRuntime: true },
      }),
    ],
  }
}

const ANTD_PARTS =
  'antd|@rc-component|@ant-design|@babel/runtime|@emotion|clsx|compute-scroll-into-view|is-mobile|react-is|scroll-into-view-if-needed|stylis|throttle-debounce'
const inAntd = new RegExp(`[\\\\/]node_modules[\\\\/](${ANTD_PARTS.replace('/', '[\\\\/]')})[\\\\/]`)
const inLists = new RegExp(
  `[\\\\/](antd[\\\\/]es[\\\\/](${LIST_ANTD.join('|')})|@rc-component[\\\\/](${LIST_ANTD.join('|')}|mini-decimal|virtual-list))[\\\\/](?!TableMeasureRowContext)`,
)
const RARE_PARTS = 'picker|upload|image|cascader|tree|tree-select|mentions|slider|steps|tour|rate|qrcode|progress'
const inRareAntd = new RegExp(
  `[\\\\/](antd[\\\\/]es[\\\\/](${[...RARE_ANTD, 'calendar', 'carousel', 'anchor', 'masonry'].join('|')})|@rc-component[\\\\/](${RARE_PARTS}))[\\\\/]`,
)
// Parts of rare components that common ones need: buttons take their presets from the colour picker, menus know the sider.
const inCommonAntd =
  /[\\/](locale(?![\\/]zh_CN)|layout|collapse|color-picker[\\/](color|util|components[\\/]ColorPresets)|watermark[\\/]context)([\\/]|\.js$)/
const pathOf = (module) => module.resource ?? ''
const isCommonAntd = (file) => inAntd.test(file) && (inCommonAntd.test(file) || !inRareAntd.test(file))
const inShell =
  /[\\/](@tanstack[\\/](react-)?query(-core)?|shared-kit[\\/]src[\\/](query|ui|contract)|host[\\/]src[\\/](layout|areas|feedback|socket))[\\/]/

function hostConfig({ dir, outputPath, providers: relative, mono }) {
  const base = baseConfig({ dir, outputPath, publicPath: 'auto' })
  const providers = Object.fromEntries(Object.entries(relative).map(([name, file]) => [name, path.join(dir, file)]))
  const providerAliases = Object.fromEntries(Object.entries(providers).map(([name, file]) => [`${name}$`, file]))
  return {
    ...base,
    entry: { app: './src/main.tsx' },
    output: { ...base.output, uniqueName: 'windlass_host' },
    resolve: { ...base.resolve, alias: { ...base.resolve.alias, ...providerAliases } },
    optimization: {
      splitChunks: {
        cacheGroups: {
          // Changes only with the lockfile: stays cached over releases of the host.
          vendor: { test: /[\\/]node_modules[\\/]/, chunks: 'initial', name: 'vendor', enforce: true },
          lists: { test: inLists, chunks: 'async', name: 'lists', priority: 1, enforce: true },
          antd: {
            test: (module) => isCommonAntd(pathOf(module)),
            chunks: 'async',
            name: 'antd',
            enforce: true,
          },
          shell: { test: inShell, chunks: 'async', name: 'shell', enforce: true },
        },
      },
    },
    plugins: [shareIconBase(), integrity(), ...(mono ? bundledAreas(dir, mono) : loadedAreas(dir, providers))],
  }
}

const virtualModule = (dir, file, source) =>
  new rspack.experiments.VirtualModulesPlugin({ [path.join(dir, file)]: source })
const MENTIONS = 'src/provided/shared.js'

function loadedAreas(dir, providers) {
  const mentions = LAZY_SHARED_NAMES.map((name) => `() => import('${name}')`)
  return [
    virtualModule(dir, MENTIONS, `export default [${mentions.join(',\n')}]\n`),
    providedByHost(providers),
    new ModuleFederationPlugin({
      name: 'windlass_host',
      shared: {},
      remotes: {},
      shareStrategy: 'loaded-first',
      manifest: false,
      dts: false,
      // Entries are addressed directly and their hashes travel in the page, so the loader needs no manifests.
      experiments: { provideExternalRuntime: true, optimization: { disableSnapshot: true, target: 'web' } },
    }),
  ]
}

function bundledAreas(dir, areas) {
  const loaders = areas.map((area) => `${area}: () => import('../../../remote-${area}/src/remote.ts')`)
  const replace = (request, file) => new rspack.NormalModuleReplacementPlugin(request, path.join(dir, file))
  return [
    virtualModule(dir, MENTIONS, 'export default []\n'),
    virtualModule(
      dir,
      'src/areas/bundled.js',
      `const areas = { ${loaders.join(', ')} }\nexport const loadContainer = (id) => areas[id]()\n`,
    ),
    virtualModule(
      dir,
      'src/areas/noRuntime.js',
      'export const registerRemotes = () => undefined\nexport const registerPlugins = () => undefined\n',
    ),
    replace(/\/loadContainer\.ts$/, 'src/areas/bundled.js'),
    replace(/^@module-federation\/enhanced\/runtime$/, 'src/areas/noRuntime.js'),
  ]
}

/** An area as one file without federation, for pages that know nothing of it: everything inside, nothing shared. */
export function makeEmbedConfig({ dir, outputPath }) {
  const base = baseConfig({ dir, outputPath, publicPath: 'auto' })
  return {
    ...base,
    entry: { embed: './src/embed.ts' },
    output: { ...base.output, filename: '[name].mjs', module: true, library: { type: 'module' }, clean: false },
    module: { ...base.module, parser: { javascript: { dynamicImportMode: 'eager' } } },
    optimization: { splitChunks: false },
  }
}
