import { useTranslation } from '@windlass/shared-kit/i18n'
import type { Change } from './changesOf.ts'

/** What was changed, member by member, as text and nothing else. */
export function ChangeTable({ changes }: { changes: readonly Change[] }) {
  const { t } = useTranslation('logs')
  return (
    <section className="log-changes">
      <h2>{t('operation.changes')}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('operation.member')}</th>
            <th scope="col">{t('operation.before')}</th>
            <th scope="col">{t('operation.after')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ name, before, after }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{before !== undefined && <del>{before}</del>}</td>
              <td>{after !== undefined && <ins>{after}</ins>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
