import { useTranslation } from '@windlass/shared-kit/i18n'
import { useState } from 'react'

interface Props {
  codes: readonly string[]
  onKept: () => void
}

/** The codes that are shown this one time, before the console opens. */
export function RecoveryCodeList({ codes, onKept }: Props) {
  const { t } = useTranslation('host')
  const [isKept, setKept] = useState(false)
  const text = `${codes.join('\n')}\n`
  return (
    <div className="second-step-codes">
      <h2>{t('secondStep.codesTitle')}</h2>
      <p className="second-step-note">{t('secondStep.codesNote')}</p>
      <ol>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <a
        className="button-quiet"
        download="windlass-recovery-codes.txt"
        href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
      >
        {t('secondStep.download')}
      </a>
      <label className="second-step-kept">
        <input type="checkbox" checked={isKept} onChange={(event) => setKept(event.target.checked)} />
        {t('secondStep.kept')}
      </label>
      <button type="button" className="button-primary" disabled={!isKept} onClick={onKept}>
        {t('secondStep.enter')}
      </button>
    </div>
  )
}
