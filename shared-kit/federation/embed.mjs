// An area for pages that know nothing of this console: as one module, and as a container for hosts that have federation.
import path from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { rspack } from '@rspack/core'
import { wholeNamedChunks } from './chunks.mjs'
import { packageOf } from './shared.mjs'

const STYLE_TEXT = path.join(import.meta.dirname, 'styleText.mjs')
const PLAIN_STYLES = path.join(import.meta.dirname, 'plainStyles.mjs')

/** What all files for pages elsewhere are named with; they lie in the folder of the version. */
const PREFIX = 'embed'

/** Style sheets become texts, smaller ones. */
const styleTextRule = {
  test: /\.css$/,
  type: 'javascript/auto',
  // It registers a text, which no import says.
  sideEffects: true,
  use: [STYLE_TEXT, { loader: 'builtin:lightningcss-loader', options: { minify: true } }],
}

const plainStylesRule = { test: /[\\/]@rc-component[\\/]util[\\/]es[\\/]Dom[\\/]dynamicCSS\.js$/, loader: PLAIN_STYLES }

const withStyleTexts = (module) => ({
  ...module,
  rules: [...module.rules.filter(({ type }) => type !== 'css/auto'), styleTextRule, plainStylesRule],
})

const entry = './src/embed.ts'

/** Everything in one file: nothing is loaded later, nothing is shared. */
function oneModule(base) {
  return {
    ...base,
    name: `${PREFIX} module`,
    entry: { [PREFIX]: entry },
    output: {
      ...base.output,
      filename: '[name].mjs',
      module: true,
      library: { type: 'modern-module' },
      chunkLoading: false,
      clean: false,
    },
    module: { ...withStyleTexts(base.module), parser: { javascript: { dynamicImportMode: 'eager' } } },
    optimization: { splitChunks: false },
  }
}

/** React is used from a host that has exactly this one, and brought along otherwise; nothing is given to the host. */
const sharedWithHost = (versions) =>
  new rspack.sharing.ConsumeSharedPlugin({
    enhanced: true,
    consumes: Object.fromEntries(
      ['react', 'react-dom', 'react/', 'react-dom/'].map((name) => [
        name,
        { import: name, shareKey: name, requiredVersion: versions[packageOf(name)], singleton: false },
      ]),
    ),
  })

/** A container with `./mount`, whose parts are loaded when they are needed. */
function container(base, { remote, version, versions, plugins }) {
  const name = `windlass_${remote}`
  return {
    ...base,
    name: `${PREFIX} container`,
    entry: {},
    output: {
      ...base.output,
      // Of each version its own, as two of them may be in one page.
      uniqueName: `${name}_${PREFIX}_${version}`.replaceAll(/\W/g, '_'),
      chunkFilename: `${PREFIX}.[name].[contenthash:10].js`,
      clean: false,
    },
    module: withStyleTexts(base.module),
    optimization: { splitChunks: wholeNamedChunks },
    plugins: [
      ...plugins,
      sharedWithHost(versions),
      new ModuleFederationPlugin({
        name,
        library: { type: 'var', name },
        filename: `${PREFIX}.remoteEntry.js`,
        exposes: { './mount': entry },
        shared: {},
        manifest: false,
        dts: false,
        experiments: { optimization: { disableSnapshot: true, target: 'web', disableRemote: true } },
      }),
    ],
  }
}

/** The configurations that build an area for pages elsewhere, in one run. */
export const embedConfigs = (base, options) => [oneModule(base), container(base, options)]
