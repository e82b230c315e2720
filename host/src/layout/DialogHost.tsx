import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import type { DialogProps } from '@windlass/shared-kit/remote'
import { atom, useAtom, useAtomValue, useSetAtom } from '@windlass/shared-kit/session'
import { Spin } from 'antd'
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { AreaFence } from '../areas/AreaFence.tsx'
import { AREA_LOAD_LIMIT_MS, loadArea, loadTexts, withLimit } from '../areas/loadArea.ts'
import { twice } from '../areas/twice.ts'
import { registryAtom } from '../areas/registry.ts'

interface OpenDialog {
  area: string
  id: string
  item: string
}

/** The dialog to show, if any. */
export const openDialogAtom = atom<OpenDialog | null>(null)

type Loaded = Readonly<Record<string, { area: string; component: ComponentType<DialogProps>; item: string }>>

const keyOf = ({ area, id }: OpenDialog) => `${area} ${id}`

async function loadDialog({ area, id }: OpenDialog): Promise<ComponentType<DialogProps>> {
  const definition = await loadArea(area)
  const dialog = definition.dialogs?.find((candidate) => candidate.id === id)
  if (!dialog) throw new Error(`${area} has no dialog ${id}`)
  const parts = Promise.all([twice(dialog.dialog), loadTexts(definition)])
  const [loaded] = await withLimit(parts, AREA_LOAD_LIMIT_MS)
  return loaded.default
}

/** Opens the dialog that the address asks for, such as `?tool=json`, and closes it when the address no longer does. */
function useDialogAddress(): void {
  const { remotes } = useAtomValue(registryAtom)
  const setWanted = useSetAtom(openDialogAtom)
  const [parameters] = useSearchParams()
  const dialogs = Object.values(remotes).flatMap((release) =>
    release.dialogs.map((dialog) => ({ ...dialog, area: release.id })),
  )
  const asked = dialogs.find(({ parameter }) => parameter !== undefined && parameters.has(parameter))
  const { area, id } = asked ?? {}
  const item = parameters.get(asked?.parameter ?? '')
  useEffect(() => {
    if (area === undefined || id === undefined || item === null) return
    setWanted({ area, id, item })
    return () => setWanted(null)
  }, [area, id, item, setWanted])
}

/** Draws the areas' dialogs. Once opened they stay mounted, so that what was typed into them survives closing. */
export function DialogHost() {
  const { t } = useTranslation('host')
  const [wanted, setWanted] = useAtom(openDialogAtom)
  const [loaded, setLoaded] = useState<Loaded>({})
  useDialogAddress()
  const known = wanted && loaded[keyOf(wanted)]

  const load = useEffectEvent(async (dialog: OpenDialog) => {
    try {
      const component = loaded[keyOf(dialog)]?.component ?? (await loadDialog(dialog))
      setLoaded((all) => ({ ...all, [keyOf(dialog)]: { area: dialog.area, component, item: dialog.item } }))
    } catch (error) {
      toast.error(t('areaDown.title', { area: dialog.area }))
      console.error(error)
      setWanted(null)
    }
  })
  useEffect(() => {
    if (wanted) void load(wanted)
  }, [wanted])

  return (
    <>
      {wanted && !known && <Spin fullscreen />}
      {Object.entries(loaded).map(([key, { area, component: Dialog, item }]) => (
        <AreaFence key={key} area={area} onRetry={() => setLoaded({})}>
          <Dialog item={item} open={wanted !== null && keyOf(wanted) === key} onClose={() => setWanted(null)} />
        </AreaFence>
      ))}
    </>
  )
}
