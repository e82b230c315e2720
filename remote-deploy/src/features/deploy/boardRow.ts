import type { DeployRow } from '@windlass/shared-kit/contract/deploy'
import { DeployState } from '@windlass/shared-kit/contract/enums'
import type { CommitInfo } from '@windlass/shared-kit/contract/repository'

/** How a project stands, as the board tells it apart. */
export type BoardState = 'failed' | 'running' | 'waiting' | 'success' | 'never'

export const BOARD_STATES: readonly BoardState[] = ['failed', 'running', 'waiting', 'success', 'never']

/** A project on the board, with what its row says between the lines. */
export interface BoardRow {
  row: DeployRow
  state: BoardState
  commit: Partial<CommitInfo>
  labels: readonly string[]
  /** What the search looks through, in lower case. */
  haystack: string
}

function stateOf({ deployState, queuePosition }: DeployRow): BoardState {
  if (deployState === DeployState.Deploying) return queuePosition > 0 ? 'waiting' : 'running'
  if (deployState === DeployState.Failed) return 'failed'
  return deployState === DeployState.Success ? 'success' : 'never'
}

/** The commit that was deployed last; empty when there is none or the text is not what we know. */
function commitOf(publishExt: string): Partial<CommitInfo> {
  try {
    const value: unknown = JSON.parse(publishExt || '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    // Rows of an older server may hold other text; the card then simply names no commit.
    return {}
  }
}

const known = new WeakMap<DeployRow, BoardRow>()

/** What a row says, read once: rows that did not change stay the same objects, and their cards are not drawn again. */
export function boardRow(row: DeployRow): BoardRow {
  const before = known.get(row)
  if (before) return before
  const read = readRow(row)
  known.set(row, read)
  return read
}

function readRow(row: DeployRow): BoardRow {
  const commit = commitOf(row.publishExt)
  const labels = row.label.split(',').filter((label) => label !== '')
  const words = [row.name, row.branch, commit.commit, commit.message, commit.author, row.publisherName, ...labels]
  return { row, state: stateOf(row), commit, labels, haystack: `#${row.id} ${words.join('\n')}`.toLowerCase() }
}

/** Sources without commits have no branch either; the wire calls both `virtual`. */
export const hasCommits = ({ repoType }: Pick<DeployRow, 'repoType'>): boolean =>
  repoType === 'git' || repoType === 'svn'

/** Every label once, in order. */
export const labelsIn = (rows: readonly BoardRow[]): string[] =>
  [...new Set(rows.flatMap(({ labels }) => labels))].toSorted((one, other) => one.localeCompare(other))

/** The short form people know a commit by. */
export const shortCommit = (commit: string | undefined): string => (commit ?? '').slice(0, 8)
