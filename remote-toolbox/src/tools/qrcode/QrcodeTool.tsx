import './qrcode.css'
import { formatNumber, useLanguage, useTranslation } from '@windlass/shared-kit/i18n'
import { Alert, Button } from 'antd'
import { useMemo, useRef } from 'react'
import { useResult } from '../../box/useResult.ts'
import { useToolState } from '../../box/useToolState.ts'
import { ToolFoot } from '../../parts/ToolFoot.tsx'
import { ToolText } from '../../parts/ToolText.tsx'
import type { QrOverflow } from './encodeQr.ts'
import { QrFigure } from './QrFigure.tsx'
import { QrFiles } from './QrFiles.tsx'
import { QrOptions } from './QrOptions.tsx'
import { DEFAULT_LEVEL, type QrLevel, readLevel } from './qrLevel.ts'
import { DEFAULT_SIZE, readSize } from './qrSize.ts'
import { useQrCode } from './useQrCode.ts'
import { writeSvg } from './writeSvg.ts'

const CLEAN = { text: '', size: DEFAULT_SIZE, level: DEFAULT_LEVEL as string }

/** Draws a text as a QR code while it is typed. */
export default function QrcodeTool() {
  const { t } = useTranslation('toolbox')
  const [kept, keep] = useToolState(CLEAN)
  const level = readLevel(kept.level)
  const size = readSize(String(kept.size)) ?? DEFAULT_SIZE
  const { code, overflow } = useQrCode(kept.text, level)
  /** What may be saved: never the picture of another text. */
  const current = overflow ? undefined : code
  const svg = useMemo(() => (current ? writeSvg(current, size) : ''), [current, size])
  useResult(svg)
  const box = useRef<HTMLDivElement>(null)
  const handleFittingLevel = (next: QrLevel) => {
    keep({ level: next })
    // The button that had the focus is gone.
    box.current?.querySelector('textarea')?.focus()
  }
  return (
    <div ref={box} className="toolbox-tool">
      <ToolText label={t('qrcode.text')} value={kept.text} rows={3} onChange={(text) => keep({ text })} />
      {overflow && <TooLong overflow={overflow} onLevelChange={handleFittingLevel} />}
      <QrOptions
        level={level}
        size={size}
        code={current}
        onLevelChange={(next) => keep({ level: next })}
        onSizeChange={(next) => keep({ size: next })}
      />
      {code ? (
        <QrFigure code={code} text={kept.text} size={size} isStale={overflow !== undefined} />
      ) : (
        <p className="qrcode-figure qrcode-empty">{overflow ? t('qrcode.nothing') : t('qrcode.empty')}</p>
      )}
      <QrFiles code={current} size={size} svg={svg} />
      <ToolFoot
        result={svg}
        copyLabel={t('qrcode.copySvg')}
        isClean={kept.text === '' && size === CLEAN.size && level === CLEAN.level}
        onClear={() => keep(CLEAN)}
      />
    </div>
  )
}

function TooLong({ overflow, onLevelChange }: { overflow: QrOverflow; onLevelChange: (level: QrLevel) => void }) {
  const { t } = useTranslation('toolbox')
  const language = useLanguage()
  const { level, kind, length, capacity, fittingLevel } = overflow
  const show = (value: number) => formatNumber(value, undefined, language)
  const numbers = { level, capacity: show(capacity), excess: show(length - capacity) }
  return (
    <Alert
      className="qrcode-too-long"
      type="warning"
      showIcon
      role="alert"
      title={
        <>
          {t(`qrcode.tooLong.${kind}`, numbers)}{' '}
          {fittingLevel ? t('qrcode.fits', { level: fittingLevel }) : t('qrcode.fitsNowhere')}
        </>
      }
      action={
        fittingLevel && (
          <Button onClick={() => onLevelChange(fittingLevel)}>{t('qrcode.useLevel', { level: fittingLevel })}</Button>
        )
      }
    />
  )
}
