import { LIST_ANTD, RARE_ANTD } from './shared.mjs'

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
// Icons that only rare components draw; they travel with those.
const RARE_ICONS =
  'Calendar|Caret(Down|Up)|Double(Left|Right)|Enter|File|Filter|Folder|Holder|Minus(Square)?|PaperClip|Picture|PlusSquare|Rotate(Left|Right)|Star|Swap(Right)?|VerticalAlignTop|Zoom(In|Out)'
const inRareIcons = new RegExp(`[\\\\/]icons(-svg)?[\\\\/].*[\\\\/](${RARE_ICONS})(Outlined|Filled)\\.js$`)
const isCommonAntd = (file) =>
  inAntd.test(file) && !inRareIcons.test(file) && (inCommonAntd.test(file) || !inRareAntd.test(file))
// Pieces for lists and pickers come when a page with one is shown.
const inShell =
  /[\\/](@tanstack[\\/](react-)?query(-core)?|shared-kit[\\/]src[\\/](query|ui(?![\\/](pick|TaggedSelect|groupByTag|table|DataTable|DataCards|useAvailableSpace)\.)|contract)|host[\\/]src[\\/](layout|areas|feedback|socket))[\\/]/

const pathOf = (module) => module.resource ?? ''

/** Which modules of the host load together. */
export const hostChunks = {
  // Changes only with the lockfile: stays cached over releases of the host.
  vendor: { test: /[\\/]node_modules[\\/]/, chunks: 'initial', name: 'vendor', enforce: true },
  lists: {
    test: (module) => inLists.test(pathOf(module)) && !inCommonAntd.test(pathOf(module)),
    chunks: 'async',
    name: 'lists',
    priority: 1,
    enforce: true,
  },
  antd: { test: (module) => isCommonAntd(pathOf(module)), chunks: 'async', name: 'antd', enforce: true },
  shell: { test: inShell, chunks: 'async', name: 'shell', enforce: true },
}

/** A chunk that its area gave a name stays one file, so that it can have a budget. */
export const wholeNamedChunks = { chunks: (chunk) => !chunk.name }
