import { formatBytes, useTranslation } from '@windlass/shared-kit/i18n'
import { Button } from 'antd'
import { type ReactNode, useId } from 'react'

interface Props {
  label: string
  /** Bytes. */
  done: number
  total: number
  /** More about how it goes, such as the speed. */
  note?: ReactNode
  onCancel: () => void
}

/** How far work on a file has come, and the way to end it. */
export function WorkProgress({ label, done, total, note, onCancel }: Props) {
  const { t } = useTranslation('toolbox')
  const id = useId()
  const percent = total > 0 ? Math.floor((done / total) * 100) : 0
  return (
    <div className="toolbox-progress">
      <label htmlFor={id}>{label}</label>
      <progress id={id} max={100} value={percent}>
        {percent}%
      </progress>
      <small className="wl-faint">
        {percent}% · {t('work.of', { done: formatBytes(done), total: formatBytes(total) })}
        {note}
      </small>
      <Button onClick={onCancel}>{t('work.cancel')}</Button>
    </div>
  )
}
