import './notices.css'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useAtomValue } from '@windlass/shared-kit/session'
import { useState } from 'react'
import { useAreaName } from '../areas/areaTitle.ts'
import { areaOf, withdrawnAtom } from '../areas/withdrawn.ts'

/** Offers to load the page again after a version in it was taken back; never does it by itself. */
export default function WithdrawnNote() {
  const { t } = useTranslation('host')
  const nameOf = useAreaName()
  const withdrawn = useAtomValue(withdrawnAtom)
  const [seen, setSeen] = useState(0)
  if (withdrawn.length <= seen) return null
  const areas = [...new Set(withdrawn.map((version) => nameOf(areaOf(version))))].join(', ')
  return (
    <output className="frame-note">
      <span>{t('withdrawn.text', { areas })}</span>
      <button type="button" className="button-primary" onClick={() => location.reload()}>
        {t('withdrawn.reload')}
      </button>
      <button type="button" className="button-quiet" onClick={() => setSeen(withdrawn.length)}>
        {t('withdrawn.later')}
      </button>
    </output>
  )
}
