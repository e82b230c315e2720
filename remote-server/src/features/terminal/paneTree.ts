/** How the panes of one tab lie: one pane, or two parts beside (`row`) or above each other (`column`). */
export type PaneTree = { pane: string } | SplitTree

interface SplitTree {
  direction: 'row' | 'column'
  /** How much of it the first part takes, between 0 and 1. */
  share: number
  first: PaneTree
  second: PaneTree
}

/** Where something lies, in shares of the whole. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** The line between two parts; its path (`f` for the first part, `s` for the second) leads to the split. */
export interface Divider {
  path: string
  direction: SplitTree['direction']
  share: number
  /** What is divided. */
  box: Box
}

export type Side = 'left' | 'right' | 'up' | 'down'

const LEAST_SHARE = 0.08
const EVEN = 0.5
const WHOLE: Box = { left: 0, top: 0, width: 1, height: 1 }

const isSplit = (tree: PaneTree): tree is SplitTree => 'direction' in tree

/** The panes from left to right and from top to bottom. */
export function panesOf(tree: PaneTree): string[] {
  return isSplit(tree) ? [...panesOf(tree.first), ...panesOf(tree.second)] : [tree.pane]
}

/** Puts a new pane right of or below another one. */
export function splitPane(tree: PaneTree, pane: string, direction: SplitTree['direction'], added: string): PaneTree {
  if (isSplit(tree)) {
    const { first, second } = tree
    return {
      ...tree,
      first: splitPane(first, pane, direction, added),
      second: splitPane(second, pane, direction, added),
    }
  }
  return tree.pane === pane ? { direction, share: EVEN, first: tree, second: { pane: added } } : tree
}

/** What is left without a pane, whose place its neighbour takes; undefined when nothing is. */
export function withoutPane(tree: PaneTree, pane: string): PaneTree | undefined {
  if (!isSplit(tree)) return tree.pane === pane ? undefined : tree
  const first = withoutPane(tree.first, pane)
  const second = withoutPane(tree.second, pane)
  if (first && second) return { ...tree, first, second }
  return first ?? second
}

/** Moves the line at the end of a path; no part becomes too small to be seen. */
export function withShare(tree: PaneTree, path: string, share: number): PaneTree {
  if (!isSplit(tree)) return tree
  if (path === '') return { ...tree, share: Math.min(1 - LEAST_SHARE, Math.max(LEAST_SHARE, share)) }
  const rest = path.slice(1)
  return path.startsWith('f')
    ? { ...tree, first: withShare(tree.first, rest, share) }
    : { ...tree, second: withShare(tree.second, rest, share) }
}

function partsOf({ direction, share }: SplitTree, box: Box): [Box, Box] {
  if (direction === 'row') {
    const width = box.width * share
    return [
      { ...box, width },
      { ...box, left: box.left + width, width: box.width - width },
    ]
  }
  const height = box.height * share
  return [
    { ...box, height },
    { ...box, top: box.top + height, height: box.height - height },
  ]
}

/** Where every pane lies. */
export function boxesOf(tree: PaneTree, box: Box = WHOLE): Map<string, Box> {
  if (!isSplit(tree)) return new Map([[tree.pane, box]])
  const [first, second] = partsOf(tree, box)
  return new Map([...boxesOf(tree.first, first), ...boxesOf(tree.second, second)])
}

/** Where the lines between panes lie. */
export function dividersOf(tree: PaneTree, box: Box = WHOLE, path = ''): Divider[] {
  if (!isSplit(tree)) return []
  const [first, second] = partsOf(tree, box)
  return [
    { path, direction: tree.direction, share: tree.share, box },
    ...dividersOf(tree.first, first, `${path}f`),
    ...dividersOf(tree.second, second, `${path}s`),
  ]
}

const endsOf = ({ left, top, width, height }: Box) => ({ left, up: top, right: left + width, down: top + height })
/** Shares of shares do not add up exactly. */
const NOTHING = 1e-9

/** How far another pane is on one side; undefined when it is not on that side, or not in the same line of sight. */
function distance(from: Box, to: Box, side: Side): number | undefined {
  const [one, other] = [endsOf(from), endsOf(to)]
  const gaps = {
    left: one.left - other.right,
    right: other.left - one.right,
    up: one.up - other.down,
    down: other.up - one.down,
  }
  const isSideways = side === 'left' || side === 'right'
  const shared = isSideways
    ? Math.min(one.down, other.down) - Math.max(one.up, other.up)
    : Math.min(one.right, other.right) - Math.max(one.left, other.left)
  if (gaps[side] < -NOTHING || shared <= NOTHING) return undefined
  // Of several at the same distance the one that begins where this one does.
  return gaps[side] + Math.abs(isSideways ? other.up - one.up : other.left - one.left)
}

/** The pane one meets going from another one to a side. */
export function neighbourOf(tree: PaneTree, pane: string, side: Side): string | undefined {
  const boxes = boxesOf(tree)
  const from = boxes.get(pane)
  if (!from) return undefined
  const reached = [...boxes].flatMap(([other, box]) => {
    const far = other === pane ? undefined : distance(from, box, side)
    return far === undefined ? [] : [{ other, far }]
  })
  return reached.toSorted((a, b) => a.far - b.far)[0]?.other
}
