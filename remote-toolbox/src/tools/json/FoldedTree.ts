import type { Pause } from '../../work/pause.ts'
import type { JsonNodes } from './JsonNodes.ts'
import { linesOf, placeAt } from './jsonLines.ts'
import type { JsonFlags } from './jsonRows.ts'

const COLLAPSED = 1
const MARKED = 2
const DUPLICATE = 4
const ROOT = 0

function joined(...parts: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** What is collapsed and marked in a document, and the lines that show because of it. It opens fully expanded. */
export class FoldedTree {
  readonly nodes: JsonNodes
  lines: Int32Array = new Int32Array()
  markedCount = 0
  readonly #flags: Uint8Array
  readonly #pause: Pause
  /** One change of lines at a time: the next one counts on the lines of the last. */
  #turn: Promise<void>

  constructor(nodes: JsonNodes, pause: Pause) {
    this.nodes = nodes
    this.#pause = pause
    this.#flags = new Uint8Array(nodes.count)
    this.#turn = this.#linesOf(ROOT).then((lines) => void (this.lines = lines))
  }

  /** Waits until all changes asked for so far show in the lines. */
  settled(): Promise<void> {
    return this.#turn
  }

  flagsOf(node: number): JsonFlags {
    const flags = this.#flags[node] ?? 0
    return {
      isCollapsed: (flags & COLLAPSED) !== 0,
      isMarked: (flags & MARKED) !== 0,
      isDuplicate: (flags & DUPLICATE) !== 0,
    }
  }

  /** Where a node has its line, or the collapsed group that hides it. */
  lineOf(node: number): number {
    const showing = this.#hiding(node) ?? node
    return placeAt(this.nodes.startOf(showing), this.lines, this.nodes)
  }

  /** Folds or unfolds a group; `isDeep` does the same to all groups in it. */
  toggle(node: number, isDeep: boolean): Promise<void> {
    if (this.nodes.sizeOf(node) === 0) return this.settled()
    return this.#refold(node, () => {
      const isCollapsed = !this.#has(node, COLLAPSED)
      this.#setAll(COLLAPSED, isCollapsed, node, isDeep ? this.nodes.nextOf(node) : node + 1)
    })
  }

  expandAll(): Promise<void> {
    return this.#refold(ROOT, () => this.#setAll(COLLAPSED, false))
  }

  /** The root stays open: one line for everything would tell nothing. */
  collapseAll(): Promise<void> {
    return this.#refold(ROOT, () => {
      this.#setAll(COLLAPSED, true)
      this.#set(ROOT, COLLAPSED, false)
    })
  }

  /** Expands all groups around a node; answers where its line is. */
  async reveal(node: number): Promise<number> {
    await this.settled()
    const hiding = this.#hiding(node)
    if (hiding !== undefined) {
      await this.#refold(hiding, () => {
        for (const group of this.#around(node)) this.#set(group, COLLAPSED, false)
      })
    }
    return this.lineOf(node)
  }

  mark(node: number): void {
    const isMarked = !this.#has(node, MARKED)
    this.#set(node, MARKED, isMarked)
    this.markedCount += isMarked ? 1 : -1
  }

  unmarkAll(): void {
    this.#setAll(MARKED, false)
    this.markedCount = 0
  }

  setDuplicates(nodes: Int32Array): void {
    for (const node of nodes) this.#set(node, DUPLICATE, true)
  }

  #has(node: number, flag: number): boolean {
    return ((this.#flags[node] ?? 0) & flag) !== 0
  }

  #set(node: number, flag: number, isOn: boolean): void {
    const flags = this.#flags[node] ?? 0
    this.#flags[node] = isOn ? flags | flag : flags & ~flag
  }

  #setAll(flag: number, isOn: boolean, from = ROOT, to = this.nodes.count): void {
    for (let node = from; node < to; node++) this.#set(node, flag, isOn)
  }

  /** The groups a node is in, from the inside out. */
  *#around(node: number): Generator<number> {
    for (let group = this.nodes.parentOf(node); group >= 0; group = this.nodes.parentOf(group)) yield group
  }

  /** The outermost collapsed group around a node, which is the one that shows. */
  #hiding(node: number): number | undefined {
    let hiding: number | undefined
    for (const group of this.#around(node)) if (this.#has(group, COLLAPSED)) hiding = group
    return hiding
  }

  #isOpen(node: number): boolean {
    return this.nodes.sizeOf(node) > 0 && !this.#has(node, COLLAPSED)
  }

  #linesOf(node: number): Promise<Int32Array> {
    return linesOf(node, { nodes: this.nodes, isOpen: (group) => this.#isOpen(group), pause: this.#pause })
  }

  /** Changes what is folded in a group that shows, and exchanges its lines. */
  #refold(group: number, change: () => void): Promise<void> {
    const act = async () => {
      const { nodes, lines } = this
      const from = this.lineOf(group)
      const to = this.#isOpen(group) ? placeAt(nodes.endOf(group) - 1, lines, nodes) + 1 : from + 1
      change()
      this.lines = joined(lines.subarray(0, from), await this.#linesOf(group), lines.subarray(to))
    }
    // Whoever asked for the change before was told when it failed.
    this.#turn = this.#turn.then(act, act)
    return this.#turn
  }
}
