import { useTranslation } from '@windlass/shared-kit/i18n'
import { useAtomValue } from '@windlass/shared-kit/session'
import { useState } from 'react'
import { fallbacksAtom } from './loadArea.ts'

/** Says above a page that it comes from another version than the one that was meant. */
export function FallbackNote({ area, version }: { area: string; version: string }) {
  const { t } = useTranslation('host')
  const [isClosed, setClosed] = useState(false)
  const fallback = useAtomValue(fallbacksAtom)[area]
  if (isClosed || fallback?.shown !== version) return null
  return (
    <output className="area-note">
      <span>{t('areaDown.fallback', { ...fallback })}</span>
      <button type="button" className="button-quiet" onClick={() => setClosed(true)}>
        {t('areaDown.understood')}
      </button>
    </output>
  )
}
