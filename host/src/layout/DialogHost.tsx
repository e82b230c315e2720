import { useAtomValue, useSetAtom } from '@windlass/shared-kit/session'
import { Spin } from 'antd'
import { AreaFence } from '../areas/AreaFence.tsx'
import { closeDialogAtom, dialogsAtom, dropDialogAtom, loadingDialogsAtom } from './dialogs.ts'
import { useDialogAddress } from './useDialogAddress.ts'

/** Draws the areas' dialogs, each inside its fence. */
export function DialogHost() {
  useDialogAddress()
  const dialogs = useAtomValue(dialogsAtom)
  const isLoading = useAtomValue(loadingDialogsAtom) > 0
  const close = useSetAtom(closeDialogAtom)
  const drop = useSetAtom(dropDialogAtom)
  // In the order of their names: moving one to the end of the list must not build it anew.
  const inOrder = dialogs.toSorted((one, other) => one.id.localeCompare(other.id))
  return (
    <>
      {isLoading && <Spin fullscreen />}
      {inOrder.map(({ component: Dialog, ...dialog }) => (
        <AreaFence
          key={`${dialog.area} ${dialog.id}`}
          area={dialog.area}
          version={dialog.version}
          onRetry={() => drop(dialog)}
        >
          <Dialog item={dialog.item} open={dialog.isOpen} onClose={() => close(dialog)} />
        </AreaFence>
      ))}
    </>
  )
}
