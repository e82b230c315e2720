import { useAtomValue, useSetAtom } from '@windlass/shared-kit/session'
import { Spin } from 'antd'
import { lazy, Suspense } from 'react'
import { DialogFence } from '../areas/DialogFence.tsx'
import { closeDialogAtom, dialogsAtom, failDialogAtom, failedDialogAtom, loadingDialogsAtom } from './dialogs.ts'
import { useDialogAddress } from './useDialogAddress.ts'

const DialogDown = lazy(() => import('./DialogDown.tsx'))

/** Draws the areas' dialogs, each inside its fence. */
export function DialogHost() {
  useDialogAddress()
  const dialogs = useAtomValue(dialogsAtom)
  const isLoading = useAtomValue(loadingDialogsAtom) > 0
  const hasFailed = useAtomValue(failedDialogAtom) !== null
  const close = useSetAtom(closeDialogAtom)
  const fail = useSetAtom(failDialogAtom)
  // In the order of their names: moving one to the end of the list must not build it anew.
  const inOrder = dialogs.toSorted((one, other) => one.id.localeCompare(other.id))
  return (
    <>
      {isLoading && <Spin fullscreen />}
      {inOrder.map((dialog) => {
        const { area, id, item, version, component: Dialog } = dialog
        return (
          <DialogFence key={`${area} ${id}`} name={{ id: area, version }} onFail={(error) => fail(dialog, error)}>
            <Dialog item={item} open={dialog.isOpen} onClose={() => close(dialog)} />
          </DialogFence>
        )
      })}
      <Suspense>{hasFailed && <DialogDown />}</Suspense>
    </>
  )
}
