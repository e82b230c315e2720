import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useSetAtom } from '@windlass/shared-kit/session'
import { AreaOffError, reasonOf } from '../areas/areaError.ts'
import { useAreaName } from '../areas/areaTitle.ts'
import { openDialogAtom, type WantedDialog } from './dialogs.ts'

/** Opens an area's dialog, and says so when the area is down. */
export function useOpenDialog(): (wanted: WantedDialog) => Promise<void> {
  const { t } = useTranslation('host')
  const nameOf = useAreaName()
  const open = useSetAtom(openDialogAtom)
  return async (wanted) => {
    try {
      await open(wanted)
    } catch (error) {
      const area = nameOf(wanted.area)
      // A toast is all there is to say it: a dialog has no place of its own.
      if (error instanceof AreaOffError)
        toast.error([t(`areaOff.${error.off.reason}.title`, { area }), error.off.message].join(' ').trim())
      else toast.error(`${t('areaDown.title', { area })}: ${reasonOf(error)}`)
      console.error(`dialog ${wanted.id} of ${wanted.area}`, error)
    }
  }
}
