import { formatDateTime, formatNumber, formatZonedTime, useTranslation } from '@windlass/shared-kit/i18n'
import { useState } from 'react'
import type { Series } from './plotSeries.ts'
import { formatMs } from './releaseFigures.ts'

const MINUTES_END = 16

interface Props {
  series: readonly Series[]
  times: readonly number[]
}

/** The numbers of the plots as a table, for those who cannot or will not read the pictures. */
export function LoadTable({ series, times }: Props) {
  const { t } = useTranslation('settings')
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="rl-load-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('release.asTable')}</summary>
      {isOpen && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys
        <section tabIndex={0} aria-label={t('release.plots')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('release.time')}</th>
                <th scope="col">{t('release.version')}</th>
                <th scope="col">{t('release.loads')}</th>
                <th scope="col">{t('release.failuresShort')}</th>
                <th scope="col">{t('release.medianP95')}</th>
              </tr>
            </thead>
            <tbody>
              {rowsOf(series, times).map(({ time, version, loads, failures, medianMs, p95Ms }) => (
                <tr key={`${time} ${version}`}>
                  <td title={formatZonedTime(time)}>{formatDateTime(time).slice(0, MINUTES_END)}</td>
                  <td>{version}</td>
                  <td>{formatNumber(loads)}</td>
                  <td>{formatNumber(failures)}</td>
                  <td>
                    {formatMs(medianMs)} / {formatMs(p95Ms)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  )
}

/** One line for each span in which a version was loaded, the latest first. */
const rowsOf = (series: readonly Series[], times: readonly number[]) =>
  times
    .flatMap((time, index) =>
      series.map(({ version, loads, failures, medianMs, p95Ms }) => ({
        time,
        version,
        loads: loads[index] ?? 0,
        failures: failures[index] ?? 0,
        medianMs: medianMs[index] ?? 0,
        p95Ms: p95Ms[index] ?? 0,
      })),
    )
    .filter(({ loads, failures }) => loads + failures > 0)
    .toReversed()
