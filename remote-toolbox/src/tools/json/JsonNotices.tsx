import { useTranslation } from '@windlass/shared-kit/i18n'
import { Alert, Button } from 'antd'
import type { JsonInspection } from './jsonService.ts'

interface Props {
  inspection: JsonInspection | undefined
  onShowDuplicate: () => void
}

/** What is valid and still may surprise somebody. */
export function JsonNotices({ inspection, onShowDuplicate }: Props) {
  const { t } = useTranslation('toolbox')
  if (!inspection) return null
  const { duplicates, isUtf8 } = inspection
  return (
    <>
      {duplicates > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('json.duplicates', { count: duplicates })}
          action={
            <Button size="small" onClick={onShowDuplicate}>
              {t('json.nextDuplicate')}
            </Button>
          }
        />
      )}
      {!isUtf8 && <Alert type="warning" showIcon title={t('json.notUtf8')} />}
    </>
  )
}
