import { formatBytes, useTranslation } from '@windlass/shared-kit/i18n'
import { usePageActive } from '@windlass/shared-kit/remote'
import { useAtomValue } from '@windlass/shared-kit/session'
import { TimeText } from '@windlass/shared-kit/ui'
import { Button, Checkbox, Modal } from 'antd'
import { useState } from 'react'
import { seenName } from './namePieces.ts'
import { freeName, joinPath, nameOf } from './remotePath.ts'
import type { Answer } from './uploadList.ts'
import { answerUploads, fileOf, uploadsAtom } from './uploads.ts'

/** `a/notes.txt` becomes `a/notes (2).txt`. */
const besides = (name: string): string => {
  const folder = name.slice(0, name.lastIndexOf('/') + 1)
  return folder + freeName(nameOf(name), (wanted) => wanted === nameOf(name))
}

/** Asks for each upload whose name is taken: with size and time of both, and once for all of them if wanted. */
export function OverwriteDialog() {
  const { t } = useTranslation('server')
  const isActive = usePageActive()
  const asking = useAtomValue(uploadsAtom).filter(({ state }) => state === 'asking')
  const [isForAll, setForAll] = useState(false)
  const [first] = asking
  if (!first?.there) return null
  const { there, name, dir, size, id } = first
  const mine = fileOf(id)
  const answer = (given: Answer) => {
    answerUploads(isForAll ? asking.map((upload) => upload.id) : [id], given)
    if (isForAll) setForAll(false)
  }
  return (
    <Modal
      title={t('sftp.there.title', { name: seenName(nameOf(name)) })}
      open={isActive}
      width={520}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <div className="wl-dialog-footer">
          <Button onClick={() => answer({ kind: 'skip' })}>{t('sftp.there.skip')}</Button>
          <Button onClick={() => answer({ kind: 'rename', nameOf: besides })}>{t('sftp.there.keepBoth')}</Button>
          <Button type="primary" danger disabled={there.isDir} onClick={() => answer({ kind: 'replace' })}>
            {t('sftp.there.replace')}
          </Button>
        </div>
      }
    >
      <p>
        <code>{seenName(joinPath(dir, name))}</code>
      </p>
      <table className="sftp-both">
        <tbody>
          <Version title={t('sftp.there.onServer')} size={there.size} time={there.time * 1000} />
          <Version title={t('sftp.there.yours')} size={size} time={mine?.lastModified} />
        </tbody>
      </table>
      {there.isDir && <p>{t('sftp.there.isFolder')}</p>}
      {asking.length > 1 && (
        <Checkbox checked={isForAll} onChange={({ target }) => setForAll(target.checked)}>
          {t('sftp.there.forAll', { count: asking.length - 1 })}
        </Checkbox>
      )}
    </Modal>
  )
}

function Version({ title, size, time }: { title: string; size: number; time: number | undefined }) {
  return (
    <tr>
      <th scope="row">{title}</th>
      <td>{formatBytes(size)}</td>
      <td>{time !== undefined && <TimeText value={time} isExact />}</td>
    </tr>
  )
}
