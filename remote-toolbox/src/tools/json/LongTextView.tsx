import { formatBytes, useTranslation } from '@windlass/shared-kit/i18n'
import { Input } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import type { JsonDocument, LongText } from './useJsonDocument.ts'

const ROWS = 16

interface Props {
  document: JsonDocument
  long: LongText
}

/** The first part of a text that is too long to be edited in a page. */
export function LongTextView({ document: { ask }, long }: Props) {
  const { t } = useTranslation('toolbox')
  const [beginning, setBeginning] = useState('')
  const load = useEffectEvent(() => ask((service) => service.beginning()))
  useEffect(() => {
    let isWanted = true
    void load().then((text = '') => isWanted && setBeginning(text))
    return () => {
      isWanted = false
    }
  }, [])
  return (
    <div className="toolbox-field">
      <Input.TextArea
        className="wl-mono json-raw"
        aria-label={t('json.input')}
        rows={ROWS}
        readOnly
        value={beginning}
      />
      <small className="wl-faint">
        {t('json.beginning', { name: long.name ?? t('json.pasted'), size: formatBytes(long.source.size) })}
      </small>
    </div>
  )
}
