import './byte.css'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useResult } from '../../box/useResult.ts'
import { useToolState } from '../../box/useToolState.ts'
import { ToolFoot } from '../../parts/ToolFoot.tsx'
import { ToolText } from '../../parts/ToolText.tsx'
import { ByteReadings } from './ByteReadings.tsx'
import { INPUT_UNITS, readUnit } from './byteSize.ts'
import { type ByteState, convert, convertBack } from './byteState.ts'
import { MAX_DIGITS } from './exact.ts'

const CLEAN = { amount: '', unit: 'B' }

/** Converts an amount of bytes to a size that people can read, and back. */
export default function ByteTool() {
  const { t } = useTranslation('toolbox')
  const [kept, keep] = useToolState(CLEAN)
  const [state, setState] = useState<ByteState>(() => convert(kept.amount, readUnit(kept.unit)))
  const { amount, unit, size, bytes, problem } = state
  const show = (next: ByteState) => {
    setState(next)
    keep({ amount: next.amount, unit: next.unit })
  }
  const handleConvert = () => show(convert(amount, unit))
  const problemOf = (field: 'amount' | 'size') =>
    problem?.field === field ? t(`byte.problem.${field}.${problem.why}`, { max: MAX_DIGITS }) : undefined
  const result = bytes ? size : ''
  useResult(result)
  return (
    <div className="toolbox-tool">
      <ToolText
        label={t('byte.amount')}
        value={amount}
        placeholder="1536"
        inputMode="decimal"
        hint={t('byte.amountHint')}
        problem={problemOf('amount')}
        // What was converted before must not be taken for the result of what is typed now.
        onChange={(next) => show({ amount: next, unit, size: '' })}
        onEnter={handleConvert}
        action={
          <>
            <Segmented
              aria-label={t('byte.unit')}
              value={unit}
              options={[...INPUT_UNITS]}
              onChange={(next) => show(bytes ? convert(amount, next) : { ...state, unit: next })}
            />
            <Button type="primary" onClick={handleConvert}>
              {t('byte.convert')}
            </Button>
          </>
        }
      />
      <ToolText
        label={t('byte.size')}
        value={size}
        placeholder="1.5 KB"
        hint={t('byte.sizeHint')}
        problem={problemOf('size')}
        onChange={(next) => show(convertBack(state, next))}
      />
      {bytes && <ByteReadings bytes={bytes} />}
      <ToolFoot
        result={result}
        isClean={amount === '' && size === '' && unit === CLEAN.unit}
        onClear={() => show({ amount: '', unit: 'B', size: '' })}
      />
    </div>
  )
}
