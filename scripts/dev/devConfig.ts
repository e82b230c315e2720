import { type Configuration, type RuleSetRule, rspack } from '@rspack/core'
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh'

/**
 * How a change reaches the browser: `refresh` replaces components and keeps their state, which needs a host in development
 * mode; `reload` loads the page again, as an area inside a built console must.
 */
export type Update = 'refresh' | 'reload'

/** Turns the configuration of a build into one for watching. */
export function devConfig(config: Configuration, publicPath: string, update: Update): Configuration {
  const isRefresh = update === 'refresh'
  // Hashes of files that change all the time are of no use to anybody.
  const plugins = (config.plugins ?? []).filter((plugin) => !(plugin instanceof rspack.SubresourceIntegrityPlugin))
  const rules = (config.module?.rules ?? []).map((rule) => (isScriptRule(rule) ? withReact(rule, isRefresh) : rule))
  return {
    ...config,
    mode: 'development',
    devtool: 'cheap-module-source-map',
    output: {
      ...config.output,
      ...{ publicPath, filename: '[name].js', chunkFilename: '[name].js' },
      ...{ cssFilename: '[name].css', cssChunkFilename: '[name].css', clean: false },
    },
    module: { ...config.module, rules },
    // React of a built console knows nothing of what the development mode of an area would ask it for.
    optimization: { ...config.optimization, nodeEnv: isRefresh ? 'development' : 'production' },
    plugins: isRefresh ? [...plugins, new ReactRefreshRspackPlugin()] : plugins,
    infrastructureLogging: { level: 'warn' },
  }
}

interface ScriptRule {
  options: { jsc: { transform: { react: object } } }
}

const isScriptRule = (rule: unknown): rule is ScriptRule & RuleSetRule =>
  typeof rule === 'object' && rule !== null && 'loader' in rule && rule.loader === 'builtin:swc-loader'

function withReact<Rule extends ScriptRule>(rule: Rule, isRefresh: boolean): Rule {
  const { jsc } = rule.options
  const react = { ...jsc.transform.react, development: isRefresh, refresh: isRefresh }
  return { ...rule, options: { ...rule.options, jsc: { ...jsc, transform: { ...jsc.transform, react } } } }
}
