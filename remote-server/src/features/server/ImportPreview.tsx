import type { ServerImportProblems } from '@windlass/shared-kit/contract/serverBulk'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { StateMark } from '@windlass/shared-kit/ui'
import type { CsvRow } from './serverCsv.ts'

interface Props {
  rows: readonly CsvRow[]
  /** What the server said about rows, after it was asked. */
  failedRows: ServerImportProblems['rows'] | undefined
}

/** The rows of the file as they were understood, with what is wrong in each. */
export function ImportPreview({ rows, failedRows }: Props) {
  const { t } = useTranslation('server')
  const bad = rows.filter(({ problems }) => problems.length > 0).length
  return (
    <>
      <output>
        {t('import.rows', { count: rows.length })}
        {bad > 0 && ` · ${t('import.bad', { count: bad })}`}
      </output>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <section className="server-preview" tabIndex={0} aria-label={t('import.preview')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('import.line')}</th>
              <th scope="col">{t('server.name')}</th>
              <th scope="col">{t('server.host')}</th>
              <th scope="col">{t('server.owner')}</th>
              <th scope="col">{t('import.outcome')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.line}>
                <td>{row.line}</td>
                <td>{row.name}</td>
                <td>
                  <code>
                    {row.host}:{row.port}
                  </code>
                </td>
                <td>{row.owner}</td>
                <td>
                  <Outcome row={row} failedRows={failedRows} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

function Outcome({ row, failedRows }: { row: CsvRow } & Pick<Props, 'failedRows'>) {
  const { t } = useTranslation('server')
  const failed = failedRows?.find(({ line }) => line === row.line)
  if (failed) return <StateMark state="failed">{failed.message}</StateMark>
  if (failedRows) return <StateMark state="success">{t('import.imported')}</StateMark>
  if (row.problems.length === 0) {
    return <StateMark state="waiting">{t(row.isWithoutLogin ? 'import.withoutLogin' : 'import.ready')}</StateMark>
  }
  return (
    <StateMark state="failed">{row.problems.map((problem) => t(`import.problem.${problem}`)).join('; ')}</StateMark>
  )
}
