import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useSetAtom } from '@windlass/shared-kit/session'
import { openDialogAtom, type WantedDialog } from './dialogs.ts'

/** Opens an area's dialog, and says so when the area is down. */
export function useOpenDialog(): (wanted: WantedDialog) => Promise<void> {
  const { t } = useTranslation('host')
  const open = useSetAtom(openDialogAtom)
  return async (wanted) => {
    try {
      await open(wanted)
    } catch (error) {
      toast.error(t('areaDown.title', { area: wanted.area }))
      console.error(`dialog ${wanted.id} of ${wanted.area}`, error)
    }
  }
}
