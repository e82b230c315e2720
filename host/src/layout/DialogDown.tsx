import { useAtom, useSetAtom } from '@windlass/shared-kit/session'
import { Modal } from 'antd'
import { useEffect, useState } from 'react'
import { AreaFailure } from '../areas/AreaFailure.tsx'
import { useAreaName } from '../areas/areaTitle.ts'
import { fallBack, replacementOf } from '../areas/loadArea.ts'
import { failedDialogAtom, openDialogAtom } from './dialogs.ts'

/** Says in a dialog's own place why it is not there. */
export default function DialogDown() {
  const nameOf = useAreaName()
  const [failed, setFailed] = useAtom(failedDialogAtom)
  const open = useSetAtom(openDialogAtom)
  const [other, setOther] = useState<string>()
  const { area: id, drawn: version } = failed ?? {}
  useEffect(() => {
    if (id === undefined || version === undefined) return
    void replacementOf({ id, version }).then((release) => setOther(release?.version))
  }, [id, version])

  if (!failed) return null
  const { error, drawn, ...wanted } = failed
  const openOther = async () => {
    // The other version failed as well: what was shown before is still what there is to say.
    if (drawn !== undefined) await fallBack({ id: wanted.area, version: drawn }, error).catch(() => undefined)
    await open(wanted)
  }
  return (
    <Modal className="area-dialog" open footer={null} title={nameOf(wanted.area)} onCancel={() => setFailed(null)}>
      <AreaFailure
        area={wanted.area}
        error={error}
        onRetry={() => void open(wanted)}
        instead={other === undefined ? undefined : { version: other, onUse: () => void openOther() }}
      />
    </Modal>
  )
}
