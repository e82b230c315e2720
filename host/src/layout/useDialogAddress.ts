import { useAtomValue, useSetAtom } from '@windlass/shared-kit/session'
import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router-dom'
import { registryAtom } from '../areas/registry.ts'
import { closeDialogAtom, openDialogAtom, type WantedDialog } from './dialogs.ts'

/** Opens the dialog that the address asks for, such as `?tool=json`, and closes it when the address no longer does. */
export function useDialogAddress(): void {
  const { remotes } = useAtomValue(registryAtom)
  const [parameters] = useSearchParams()
  const openDialog = useSetAtom(openDialogAtom)
  const close = useSetAtom(closeDialogAtom)
  const dialogs = Object.values(remotes).flatMap((release) =>
    release.dialogs.map((dialog) => ({ ...dialog, area: release.id })),
  )
  const asked = dialogs.find(({ parameter }) => parameter !== undefined && parameters.has(parameter))
  const { area, id } = asked ?? {}
  const item = parameters.get(asked?.parameter ?? '')
  const open = useEffectEvent((wanted: WantedDialog) => void openDialog(wanted))
  useEffect(() => {
    if (area === undefined || id === undefined || item === null) return
    open({ area, id, item })
    return () => close({ area, id, item })
  }, [area, id, item, close])
}
