import { useTranslation } from '@windlass/shared-kit/i18n'
import { useId, useState } from 'react'
import type { Memory } from './memory.ts'

/** Whether the last tool and its inputs are there again after a reload; never anywhere but in this browser. */
export function RememberSwitch({ memory }: { memory: Memory }) {
  const { t } = useTranslation('toolbox')
  const id = useId()
  const [isKept, setKept] = useState(() => memory.isKept())
  const change = (next: boolean) => {
    memory.keep(next)
    setKept(next)
  }
  return (
    <div className="toolbox-remember">
      <input id={id} type="checkbox" checked={isKept} onChange={(event) => change(event.target.checked)} />
      <label htmlFor={id}>{t('remember.label')}</label>
      <small className="wl-faint">{t(isKept ? 'remember.on' : 'remember.off')}</small>
    </div>
  )
}
