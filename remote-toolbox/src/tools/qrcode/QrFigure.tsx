import { formatNumber, useLanguage, useTranslation } from '@windlass/shared-kit/i18n'
import { useMemo } from 'react'
import { modulesOf, type QrCode } from './encodeQr.ts'
import { pathOf } from './writeSvg.ts'

/** So that the name of a picture does not take minutes to be read aloud. */
const LONGEST_NAME = 100

interface Props {
  code: QrCode
  text: string
  size: number
  /** The text has become too long, and this is an older picture. */
  isStale: boolean
}

/** The picture in its size, as far as there is room for it, and what it is made of. */
export function QrFigure({ code, text, size, isStale }: Props) {
  const { t } = useTranslation('toolbox')
  const path = useMemo(() => pathOf(code), [code])
  const side = code.rows.length
  const letters = [...text.slice(0, LONGEST_NAME * 2)]
  const name = letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME).join('')}…` : letters.join('')
  return (
    <figure className="qrcode-figure" data-stale={isStale}>
      <svg
        role="img"
        aria-label={isStale ? t('qrcode.stale') : t('qrcode.pictureOf', { text: name })}
        width={size}
        viewBox={`0 0 ${side} ${side}`}
        shapeRendering="crispEdges"
      >
        <path fill="#fff" d={`M0 0h${side}v${side}H0z`} />
        <path fill="#000" d={path} />
      </svg>
      <figcaption className="wl-faint">{isStale ? t('qrcode.stale') : <Facts code={code} />}</figcaption>
    </figure>
  )
}

function Facts({ code }: { code: QrCode }) {
  const { t } = useTranslation('toolbox')
  const language = useLanguage()
  const { kind, length, capacity, version } = code
  const show = (value: number) => formatNumber(value, undefined, language)
  // Only what is full is 100%.
  const percent = formatNumber(Math.floor((length / capacity) * 100) / 100, { style: 'percent' }, language)
  return (
    <>
      <span>{t('qrcode.version', { version, modules: modulesOf(code) })}</span>
      <span>{t(`qrcode.kind.${kind}`)}</span>
      <span>{t(`qrcode.filled.${kind}`, { length: show(length), capacity: show(capacity), percent })}</span>
    </>
  )
}
