import type { Pause } from '../../work/pause.ts'
import type { MakeService } from '../../work/service.ts'
import { FoldedTree } from './FoldedTree.ts'
import { skipBlanks } from './jsonBytes.ts'
import { duplicatesOf } from './jsonDuplicates.ts'
import type { JsonFault } from './jsonFault.ts'
import { pathOf } from './jsonPath.ts'
import { type JsonRow, rowsOf } from './jsonRows.ts'
import { type JsonQuery, nextPlace, searchJson } from './jsonSearch.ts'
import { readDocument } from './readDocument.ts'
import { isUtf8, LARGEST_BYTES, type ReadProblem } from './readSource.ts'
import { type JsonForm, writeJson } from './writeJson.ts'

/** How much there is to see. */
export interface JsonView {
  lines: number
  marked: number
}

/** What became of opening a text. */
export type JsonOpening =
  | { outcome: 'opened'; view: JsonView }
  | { outcome: 'refused'; fault: JsonFault }
  /** Valid, but neither an object nor an array. */
  | { outcome: 'leaf' }
  | { outcome: 'empty' }
  | { outcome: 'unread'; problem: ReadProblem }
  /** Another text was opened meanwhile, or nobody wants this one any more. */
  | { outcome: 'cancelled' }

/** One of several nodes that were looked for. */
export interface JsonFinding {
  /** Which of them it is, from 0. */
  place: number
  count: number
  node: number
  /** Where its line is now; the groups around it were expanded. */
  line: number
  view: JsonView
}

/** What is worth a notice about an open document. */
export interface JsonInspection {
  /** How many values have a key that occurs more than once in their object. */
  duplicates: number
  isUtf8: boolean
}

/** A document and its tree, apart from the page: the page gets only what it draws. */
export interface JsonService {
  open(source: Blob | string, onProgress?: (done: number) => void): Promise<JsonOpening>
  /** Stops opening; the document that was open before stays. */
  cancel(): Promise<void>
  inspect(): Promise<JsonInspection>
  rows(from: number, count: number): Promise<{ rows: readonly JsonRow[]; view: JsonView }>
  toggle(node: number, isDeep: boolean): Promise<JsonView>
  expandAll(): Promise<JsonView>
  collapseAll(): Promise<JsonView>
  mark(node: number): Promise<JsonView>
  unmarkAll(): Promise<JsonView>
  /** Where the line of a node is, or that of the collapsed group that hides it. */
  lineOf(node: number): Promise<number>
  path(node: number): Promise<string>
  /** One value of the document, or all of the text; undefined when that becomes more than `most` bytes. */
  write(form: JsonForm, node?: number, most?: number): Promise<Blob | undefined>
  /** The first part of the text as it was read. */
  beginning(): Promise<string>
  /** Looks for a text; answers how many nodes have it, or undefined when another search came after this one. */
  search(query: JsonQuery): Promise<number | undefined>
  /** The next one behind (1) or the last one before (-1) a node. */
  find(what: 'duplicate' | 'match', from: number, direction: 1 | -1): Promise<JsonFinding | undefined>
}

const BEGINNING_BYTES = 64 * 1024
const PROGRESS_MS = 50
const NONE = new Int32Array()
const NO_BYTES = new Uint8Array(1)

/** The work was given up, as it was asked to be. */
class GivenUp extends Error {}

/** Answers pauses that end their work once newer work of the same sort was started. */
function makeTurns(pause: Pause) {
  let latest = 0
  const start = (): Pause => {
    const turn = ++latest
    return () => {
      if (turn !== latest) throw new GivenUp()
      return pause()
    }
  }
  return { start, stop: () => void latest++ }
}

async function unlessGivenUp<Answer, Otherwise>(work: Promise<Answer>, otherwise: Otherwise) {
  try {
    return await work
  } catch (error) {
    if (error instanceof GivenUp) return otherwise
    throw error
  }
}

/** Each report is a message to the page and back. */
function atMostEvery(ms: number, report: (done: number) => void): (done: number) => void {
  let reportedAt = -Infinity
  return (done) => {
    const now = performance.now()
    if (now - reportedAt < ms) return
    reportedAt = now
    report(done)
  }
}

/** What the service holds of the text that was opened last. */
interface Opened {
  bytes: Uint8Array
  /** Absent when the text is no document. */
  tree?: FoldedTree
  /** Nodes by what is looked for. */
  duplicate: Int32Array
  match: Int32Array
}

const nothingIn = (bytes: Uint8Array): Opened => ({ bytes, duplicate: NONE, match: NONE })
const viewOf = ({ tree }: Opened): JsonView => ({ lines: tree?.lines.length ?? 0, marked: tree?.markedCount ?? 0 })

/** Opens texts: the last one that was opened completely is `state.opened`. */
function makeOpening(state: { opened: Opened }, pause: Pause): Pick<JsonService, 'open' | 'cancel'> {
  const turns = makeTurns(pause)
  const open = async (source: Blob | string, onProgress?: (done: number) => void): Promise<JsonOpening> => {
    const wanted = turns.start()
    const reading = await readDocument(source, wanted, onProgress && atMostEvery(PROGRESS_MS, onProgress))
    const tree = reading.outcome === 'document' ? new FoldedTree(reading.nodes, pause) : undefined
    await tree?.settled()
    await wanted()
    if (reading.outcome === 'unread') return reading
    state.opened = { ...nothingIn(reading.bytes), ...(tree && { tree }) }
    if (reading.outcome === 'document') return { outcome: 'opened', view: viewOf(state.opened) }
    return reading.outcome === 'refused' ? { outcome: 'refused', fault: reading.fault } : { outcome: reading.outcome }
  }
  return {
    open: (source, onProgress) => unlessGivenUp(open(source, onProgress), { outcome: 'cancelled' as const }),
    cancel: async () => turns.stop(),
  }
}

/** Looks for things in the open document. */
function makeLooking(state: { opened: Opened }, pause: Pause): Pick<JsonService, 'find' | 'inspect' | 'search'> {
  const turns = makeTurns(pause)
  const search = async (query: JsonQuery) => {
    const wanted = turns.start()
    const { opened } = state
    const found = opened.tree ? await searchJson(opened.tree.nodes, query, wanted) : NONE
    await wanted()
    opened.match = found
    return found.length
  }
  return {
    search: (query) => unlessGivenUp(search(query), undefined),
    inspect: async () => {
      const { opened } = state
      const { tree, bytes } = opened
      if (tree) {
        opened.duplicate = await duplicatesOf(tree.nodes, pause)
        tree.setDuplicates(opened.duplicate)
      }
      return { duplicates: opened.duplicate.length, isUtf8: await isUtf8(bytes.subarray(0, -1), pause) }
    },
    find: async (what, from, direction) => {
      const { opened } = state
      const count = opened[what].length
      if (!opened.tree || count === 0) return undefined
      const place = nextPlace(opened[what], from, direction)
      const node = opened[what][place] ?? 0
      const line = await opened.tree.reveal(node)
      return { place, count, node, line, view: viewOf(opened) }
    },
  }
}

/** Makes the service of one tool. */
export const makeJsonService: MakeService<JsonService> = (pause) => {
  const state = { opened: nothingIn(NO_BYTES) }
  /** Changes the tree, if there is one, and tells what there is to see then. */
  const change = async (act: (tree: FoldedTree) => Promise<void> | void) => {
    const { opened } = state
    if (opened.tree) await act(opened.tree)
    return viewOf(opened)
  }
  return {
    ...makeOpening(state, pause),
    ...makeLooking(state, pause),
    rows: async (from, count) => {
      const { tree } = state.opened
      const lines = tree?.lines.subarray(Math.max(0, from), from + count) ?? NONE
      const rows = tree ? rowsOf(tree.nodes, lines, (node) => tree.flagsOf(node)) : []
      return { rows, view: viewOf(state.opened) }
    },
    toggle: (node, isDeep) => change((tree) => tree.toggle(node, isDeep)),
    expandAll: () => change((tree) => tree.expandAll()),
    collapseAll: () => change((tree) => tree.collapseAll()),
    mark: (node) => change((tree) => tree.mark(node)),
    unmarkAll: () => change((tree) => tree.unmarkAll()),
    lineOf: async (node) => state.opened.tree?.lineOf(node) ?? 0,
    path: async (node) => (state.opened.tree ? pathOf(state.opened.tree.nodes, node) : '$'),
    write: async (form, node, most = LARGEST_BYTES) => {
      const { bytes, tree } = state.opened
      const whole = { from: skipBlanks(bytes, 0), to: bytes.length - 1 }
      const part = tree && node !== undefined ? tree.nodes.spanOf(node) : whole
      return writeJson(bytes, { part, form: tree ? form : 'written', most }, pause)
    },
    beginning: async () => {
      const { bytes } = state.opened
      return new TextDecoder().decode(bytes.subarray(0, Math.min(BEGINNING_BYTES, bytes.length - 1)))
    },
  }
}
