// What the host shares with the areas it loads. A package missing here does not fail: a second copy is bundled and the
// session is silently empty. Hence one list for all, a check at build time, and a test in the browser.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { rspack } from '@rspack/core'

const kitDir = path.dirname(import.meta.dirname)
// The named catalogs above it hold other versions of some packages, for tests.
const [, catalogText = ''] = readFileSync(path.join(kitDir, '../pnpm-workspace.yaml'), 'utf8').split(/^catalog:$/m)
const catalog = catalogText.split('\n')
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
  'button',
  'col',
  'config-provider',
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
  'popover',
  'row',
  'segmented',
  'skeleton',
  'space',
  'spin',
  'theme',
  'tooltip',
]

/** What lists and forms need beyond that, together again: boards and terminals do without. */
export const LIST_ANTD = [
  'badge',
  'checkbox',
  'divider',
  'input-number',
  'pagination',
  'popconfirm',
  'radio',
  'select',
  'switch',
  'table',
  'tabs',
  'tag',
  'typography',
]

/** Heavy or rare: each is loaded when a page asks for it. */
export const RARE_ANTD = [
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
  '@windlass/shared-kit/ui/pick',
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

/** The package a shared name belongs to. */
export const packageOf = (request) =>
  request
    .split('/')
    .slice(0, request.startsWith('@') ? 2 : 1)
    .join('/')

function versionOf(request, versions) {
  const name = packageOf(request)
  if (versions[name]) return versions[name]
  if (name === '@windlass/shared-kit') return kitVersion
  const line = catalog.find((text) => text.replaceAll(/["' ]/g, '').startsWith(`${name}:`))
  if (!line) throw new Error(`${name} is shared but has no version in the catalog of pnpm-workspace.yaml`)
  return line.slice(line.indexOf(': ') + 2).trim()
}

/** Every shared package with its version, by the name areas import it with. */
export function sharedPackages(versions = {}) {
  return Object.fromEntries(SHARED_NAMES.map((request) => [packageOf(request), versionOf(request, versions)]))
}

/** `strictVersion` makes a misfit fail inside the fence of its area instead of splitting state silently. */
const termsOf = (request, versions) => ({
  singleton: true,
  strictVersion: true,
  requiredVersion: `^${versionOf(request, versions)}`,
})

/**
 * The host provides and never consumes: it is always first, so asking for its own packages through the share scope would
 * only cost every visit some 60 ms of look-ups and an extra step before each chunk.
 */
export function providedByHost(providers, versions) {
  const entry = (request, eager) => {
    const terms = {
      ...termsOf(request, versions),
      shareKey: request,
      version: versionOf(request, versions),
      eager,
    }
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
export function consumedByRemote(versions) {
  const consumed = [...EAGER, ...LAZY, 'antd/es/']
  return Object.fromEntries(consumed.map((request) => [request, { ...termsOf(request, versions), import: false }]))
}
