import { formatBytes, formatNumber, useLanguage, useTranslation } from '@windlass/shared-kit/i18n'
import { Button } from 'antd'

interface Props {
  file: File
  onClose: () => void
}

/** The file whose digests are shown. */
export function OpenedFile({ file, onClose }: Props) {
  const { t } = useTranslation('toolbox')
  const language = useLanguage()
  const bytes = t('md5.bytes', { count: file.size, size: formatNumber(file.size, undefined, language) })
  return (
    <div className="md5-file">
      <strong>{file.name}</strong>
      <small className="wl-faint">
        {formatBytes(file.size)} · {bytes}
      </small>
      <Button onClick={onClose}>{t('md5.closeFile')}</Button>
    </div>
  )
}
