import { useTranslation } from '@windlass/shared-kit/i18n'
import { CopyButton } from '@windlass/shared-kit/ui'
import { Fragment } from 'react'
import { Readings } from '../../parts/Readings.tsx'
import { inDecimalSteps, inSteps, UNITS } from './byteSize.ts'
import { type Exact, group, readExact, writeExact, writeRounded } from './exact.ts'

/** Enough to tell sizes apart; whole numbers are not shortened as long as they fit into a column. */
const SIGNIFICANT = 7
const LONGEST_WHOLE = 15

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'

interface Row {
  /** As the tool and most programs write it, and unmistakably. */
  unit: string
  alias: string
  amount: Exact
}

const powerOfTen = (exponent: number) =>
  `10${[...String(exponent)].map((digit) => SUPERSCRIPTS[Number(digit)]).join('')}`

function rowsOf(bytes: Exact): Readonly<Record<'binary' | 'decimal', readonly Row[]>> {
  const steps = UNITS.map((unit, index) => ({ unit, index })).slice(1)
  return {
    binary: steps.map(({ unit, index }) => ({
      unit,
      alias: unit.replace('B', 'iB'),
      amount: inSteps(bytes, index),
    })),
    decimal: steps.map(({ unit, index }) => ({
      unit: unit.replace('K', 'k'),
      alias: powerOfTen(index * 3),
      amount: inDecimalSteps(bytes, index),
    })),
  }
}
/** A number that fits into a column, marked where it is not all of it. */
function writeShort(amount: Exact): string {
  if (amount.digits === 0n) return '0'
  const whole = writeExact(amount).split('.')[0]?.replace('-', '').length ?? 0
  const digits = whole > LONGEST_WHOLE ? SIGNIFICANT : Math.max(whole, SIGNIFICANT)
  const short = writeRounded(amount, digits, LONGEST_WHOLE)
  const read = readExact(short)
  const isAll = typeof read !== 'string' && read.digits === amount.digits && read.scale === amount.scale
  return `${isAll ? '' : '≈ '}${short.includes('e') ? short : group(short)}`
}

/** The same bytes with every digit, and in every unit in steps of 1024 and in steps of 1000. */
export function ByteReadings({ bytes }: { bytes: Exact }) {
  const { t } = useTranslation('toolbox')
  const text = writeExact(bytes)
  const name = t('byte.exact')
  return (
    <>
      <Readings items={[{ name, text, node: <Grouped text={text} /> }]} />
      <div className="byte-tables">
        {Object.entries(rowsOf(bytes)).map(([base, rows]) => (
          <UnitTable key={base} name={t(`byte.${base}`)} rows={rows} />
        ))}
      </div>
      <small className="wl-faint">{t('byte.shortened')}</small>
    </>
  )
}

/** Long numbers break between their groups. */
function Grouped({ text }: { text: string }) {
  const groups = group(text).split(',')
  return (
    <code className="wl-mono byte-exact">
      {groups.map((digits, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- a group is nothing but its place
        <Fragment key={place}>
          {place > 0 && <wbr />}
          {place < groups.length - 1 ? `${digits},` : digits}
        </Fragment>
      ))}
    </code>
  )
}

function UnitTable({ name, rows }: { name: string; rows: readonly Row[] }) {
  const { t } = useTranslation('toolbox')
  return (
    <table>
      <caption>{name}</caption>
      <tbody>
        {rows.map(({ unit, alias, amount }) => (
          <tr key={unit}>
            <th scope="row">
              {unit} <small className="wl-faint">{alias}</small>
            </th>
            <td className="wl-mono">{writeShort(amount)}</td>
            <td>
              <CopyButton text={writeExact(amount)} label={t('copyOf', { name: `${unit} ${alias}` })} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
