import { useTranslation } from '@windlass/shared-kit/i18n'
import { StateMark } from '@windlass/shared-kit/ui'
import { Readings } from '../../parts/Readings.tsx'
import { writeCss, writeHsl, writeHsv, writeOklch } from './colorSpaces.ts'
import { AA, AA_LARGE, AAA, betterTextOn, contrastOf, writeContrast } from './contrast.ts'
import { BLACK, type Rgb, WHITE, writeHex, writeRgb } from './rgb.ts'

/** Smallest demand first. */
const GRADES = [
  { name: 'large', least: AA_LARGE },
  { name: 'AA', least: AA },
  { name: 'AAA', least: AAA },
] as const

/** What a colour looks like, how text reads on it, and its other names. */
export function ColorPanel({ color }: { color: Rgb }) {
  const readings = {
    HEX: writeHex(color),
    RGB: writeRgb(color),
    HSL: writeHsl(color),
    HSV: writeHsv(color),
    OKLCH: writeOklch(color),
    CSS: writeCss(color),
  }
  return (
    <>
      <div className="color-samples">
        <Sample ground={color} text={WHITE} name="white" />
        <Sample ground={color} text={BLACK} name="black" />
      </div>
      <Readings items={Object.entries(readings).map(([name, text]) => ({ name, text }))} />
    </>
  )
}

interface SampleProps {
  ground: Rgb
  text: Rgb
  name: 'black' | 'white'
}

function Sample({ ground, text, name }: SampleProps) {
  const { t } = useTranslation('toolbox')
  const ratio = contrastOf(ground, text)
  return (
    <figure className="color-sample">
      {/* A picture of text, which may be hard to read: what it shows is said below. */}
      <svg aria-hidden="true" style={{ background: writeHex(ground), fill: writeHex(text) }}>
        <text x="12" y="32">
          {t(`color.${name}`)}
        </text>
        <text x="100%" dx="-12" y="34">
          Aa
        </text>
      </svg>
      <figcaption>
        <span className="wl-hidden">{t(`color.${name}`)} </span>
        <strong>{writeContrast(ratio)} : 1</strong>
        {betterTextOn(ground) === text && <span className="color-better">{t('color.better')}</span>}
        <ul>
          {GRADES.map(({ name: grade, least }) => (
            <li key={grade}>
              <StateMark state={ratio >= least ? 'success' : 'failed'}>
                {t(`color.grade.${grade}`)}
                <span className="wl-hidden"> {t(ratio >= least ? 'color.enough' : 'color.tooLittle')}</span>
              </StateMark>
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  )
}
