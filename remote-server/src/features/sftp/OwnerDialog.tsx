import { useTranslation } from '@windlass/shared-kit/i18n'
import { AutoComplete, Checkbox, Form, Modal } from 'antd'
import { useState } from 'react'
import { type FileRow, isFolder } from './fileRow.ts'

interface Props {
  title: string
  rows: readonly FileRow[]
  /** Names that were seen in the folder are offered. */
  seen: readonly FileRow[]
  onSubmit: (change: { owner: string; group: string; isRecursive: boolean }) => void
  onClose: () => void
}

const distinct = (names: readonly string[]) => [...new Set(names)].toSorted().map((value) => ({ value }))
/** The name that all have; "" when they differ, which leaves each as it is. */
const common = (names: readonly string[]) => (new Set(names).size === 1 ? (names[0] ?? '') : '')

/** Who files belong to. */
export function OwnerDialog({ title, rows, seen, onSubmit, onClose }: Props) {
  const { t } = useTranslation('server')
  const [owner, setOwner] = useState(common(rows.map((row) => row.owner)))
  const [group, setGroup] = useState(common(rows.map((row) => row.group)))
  const [isRecursive, setRecursive] = useState(false)
  const isReady = owner.trim() !== '' || group.trim() !== ''
  const submit = () => {
    onSubmit({ owner: owner.trim(), group: group.trim(), isRecursive })
    onClose()
  }
  return (
    <Modal
      title={title}
      open
      width={440}
      okText={t('sftp.owner.verb')}
      cancelText={t('sftp.cancel')}
      okButtonProps={{ disabled: !isReady }}
      onOk={submit}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={t('sftp.owner.owner')} extra={t('sftp.owner.hint')}>
          <AutoComplete
            aria-label={t('sftp.owner.owner')}
            value={owner}
            options={distinct(seen.map((row) => row.owner))}
            onChange={setOwner}
          />
        </Form.Item>
        <Form.Item label={t('sftp.owner.group')}>
          <AutoComplete
            aria-label={t('sftp.owner.group')}
            value={group}
            options={distinct(seen.map((row) => row.group))}
            onChange={setGroup}
          />
        </Form.Item>
        {rows.some(isFolder) && (
          <Checkbox checked={isRecursive} onChange={(event) => setRecursive(event.target.checked)}>
            {t('sftp.recursive')}
          </Checkbox>
        )}
      </Form>
    </Modal>
  )
}
