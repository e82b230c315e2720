import { atom } from '@windlass/shared-kit/session'
import { BY_NAME, SORTS, type Sort } from './arrangeRows.ts'

/** How the reader likes to see folders; the same for all of them. */
export interface Look {
  view: 'grid' | 'list'
  sort: Sort
  showsHidden: boolean
  hasTree: boolean
  /** Two folders side by side, where there is room. */
  isDual: boolean
}

const KEY = 'windlass.sftp-look'
const PLAIN: Look = { view: 'list', sort: BY_NAME, showsHidden: false, hasTree: false, isDual: true }

function readLook(): Look {
  try {
    // Anybody may have written there, so every part is checked.
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Look> | null
    const by = SORTS.find((known) => known === stored?.sort?.by)
    return {
      view: stored?.view === 'grid' ? 'grid' : 'list',
      sort: by ? { by, isDown: stored?.sort?.isDown === true } : BY_NAME,
      showsHidden: stored?.showsHidden === true,
      hasTree: stored?.hasTree === true,
      isDual: stored?.isDual !== false,
    }
  } catch {
    // Not written by us: the plain look then.
    return PLAIN
  }
}

const shownAtom = atom<Look>(readLook())

/** The look of folders; what is changed is remembered in this browser. */
export const lookAtom = atom(
  (get) => get(shownAtom),
  (get, set, patch: Partial<Look>) => {
    const look = { ...get(shownAtom), ...patch }
    set(shownAtom, look)
    localStorage.setItem(KEY, JSON.stringify(look))
  },
)
