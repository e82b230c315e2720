import type { DialogProps } from '@windlass/shared-kit/remote'
import { atom } from '@windlass/shared-kit/session'
import type { ComponentType } from 'react'
import { failureOf, fallBack, type LoadedArea, loadArea, loadTexts } from '../areas/loadArea.ts'
import { twice } from '../areas/twice.ts'
import { withLimit } from '../areas/withLimit.ts'

/** Which dialog of which area, and which of its entries. */
export interface WantedDialog {
  area: string
  id: string
  item: string
}

/** A dialog that was opened once: it stays mounted, so that what was typed into it survives closing. */
export interface LoadedDialog extends WantedDialog {
  component: ComponentType<DialogProps>
  version: string
  isOpen: boolean
}

/** Every dialog opened so far. */
export const dialogsAtom = atom<readonly LoadedDialog[]>([])

/** A dialog that could not be shown. */
export interface FailedDialog extends WantedDialog {
  error: unknown
  /** The version that failed while it was drawn; absent when nothing could be loaded. */
  drawn?: string
}

/** What is shown in place of a dialog, until it is closed. */
export const failedDialogAtom = atom<FailedDialog | null>(null)

/** How many dialogs are being loaded. */
export const loadingDialogsAtom = atom(0)

const keyOf = ({ area, id }: WantedDialog) => `${area} ${id}`
const isSame = (one: WantedDialog, other: WantedDialog) => keyOf(one) === keyOf(other)

async function dialogOf({ definition, version }: LoadedArea, { area, id }: WantedDialog) {
  const dialog = definition.dialogs?.find((candidate) => candidate.id === id)
  if (!dialog) throw new Error(`${area} has no dialog ${id}`)
  const [loaded] = await withLimit(Promise.all([twice(dialog.dialog), loadTexts(definition)]))
  return { component: loaded.default, version }
}

async function loadDialog(wanted: WantedDialog) {
  const area = await loadArea(wanted.area)
  const startedAt = performance.now()
  return dialogOf(area, wanted).catch(async (error: unknown) => {
    const failed = { id: wanted.area, version: area.version }
    const failure = failureOf(failed, error, performance.now() - startedAt)
    return dialogOf(await fallBack(failed, failure), wanted)
  })
}

type Loading = ReturnType<typeof loadDialog>

/** What is on its way or there for an opening to come. */
const ahead = new Map<string, Loading>()

function loadOnce(wanted: WantedDialog): Loading {
  const key = keyOf(wanted)
  const known = ahead.get(key)
  if (known) return known
  const attempt = loadDialog(wanted)
  ahead.set(key, attempt)
  // A failure is no reason to fail again, and what was opened is kept elsewhere.
  const forget = () => ahead.get(key) === attempt && ahead.delete(key)
  attempt.catch(forget)
  return attempt
}

/** Loads a dialog that somebody will probably open: his pointer rests on its button. */
export const preloadDialogAtom = atom(null, (get, _set, wanted: WantedDialog) => {
  if (get(dialogsAtom).some((dialog) => isSame(dialog, wanted))) return
  // He has not asked for anything yet; when he does, it is tried again and the failure is shown.
  loadOnce(wanted).catch((error: unknown) => console.warn('a dialog could not be loaded ahead', error))
})

/** What was asked for last; whoever closes it while it loads does not want it any more. */
let wantedLast: WantedDialog | undefined

/** Opens a dialog, loading it the first time; a failure is shown in its place. */
export const openDialogAtom = atom(null, async (get, set, wanted: WantedDialog) => {
  wantedLast = wanted
  set(failedDialogAtom, null)
  set(loadingDialogsAtom, (count) => count + 1)
  try {
    const known = get(dialogsAtom).find((dialog) => isSame(dialog, wanted))
    const { component, version } = known ?? (await loadOnce(wanted))
    ahead.delete(keyOf(wanted))
    const others = get(dialogsAtom).filter((dialog) => !isSame(dialog, wanted))
    set(dialogsAtom, [...others, { ...wanted, component, version, isOpen: wantedLast === wanted }])
  } catch (error) {
    if (wantedLast === wanted) set(failedDialogAtom, { ...wanted, error })
  } finally {
    set(loadingDialogsAtom, (count) => count - 1)
  }
})

/** Closes a dialog; it keeps its state. */
export const closeDialogAtom = atom(null, (get, set, closed: WantedDialog) => {
  if (wantedLast && isSame(wantedLast, closed)) wantedLast = undefined
  const failed = get(failedDialogAtom)
  if (failed && isSame(failed, closed)) set(failedDialogAtom, null)
  set(
    dialogsAtom,
    get(dialogsAtom).map((dialog) => (isSame(dialog, closed) ? { ...dialog, isOpen: false } : dialog)),
  )
})

/** Forgets a dialog that failed while it was shown, so that it can be opened anew, and says so in its place. */
export const failDialogAtom = atom(
  null,
  (get, set, { isOpen, version, component: _gone, ...failed }: LoadedDialog, error: unknown) => {
    set(
      dialogsAtom,
      get(dialogsAtom).filter((dialog) => !isSame(dialog, failed)),
    )
    if (isOpen) set(failedDialogAtom, { ...failed, error, drawn: version })
  },
)
