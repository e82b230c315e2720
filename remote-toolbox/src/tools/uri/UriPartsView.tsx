import { useTranslation } from '@windlass/shared-kit/i18n'
import { CopyButton } from '@windlass/shared-kit/ui'
import { Readings } from '../../parts/Readings.tsx'
import type { UriField, UriParts } from './uriParts.ts'

const PARTS = ['scheme', 'user', 'password', 'host', 'asciiHost', 'port', 'path', 'fragment'] as const

/** An address taken to pieces, each decoded. */
export function UriPartsView({ parts }: { parts: UriParts }) {
  const { t } = useTranslation('toolbox')
  const items = PARTS.map((part) => ({
    name: t(`uri.part.${part}`),
    text: part === 'asciiHost' && parts.asciiHost === parts.host ? '' : parts[part],
    node: part === 'port' && parts.isUsualPort ? <UsualPort port={parts.port} /> : undefined,
  })).filter(({ text }) => text !== '')
  return (
    <section className="uri-parts" aria-label={t('uri.parts')}>
      <h3>{t('uri.parts')}</h3>
      <Readings items={items} />
      {parts.fields.length > 0 && <UriFields fields={parts.fields} />}
    </section>
  )
}

function UsualPort({ port }: { port: string }) {
  const { t } = useTranslation('toolbox')
  return (
    <span>
      <code className="wl-mono">{port}</code> <small className="wl-faint">{t('uri.usualPort')}</small>
    </span>
  )
}

function UriFields({ fields }: { fields: readonly UriField[] }) {
  const { t } = useTranslation('toolbox')
  return (
    <table className="uri-fields">
      <thead>
        <tr>
          <th scope="col">{t('uri.field')}</th>
          <th scope="col">{t('uri.value')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, value }, at) => (
          // A name may come several times: its place in the query is what it is known by.
          // oxlint-disable-next-line react/no-array-index-key -- fields have no other identity, and none keeps a state
          <tr key={at}>
            <th scope="row">
              <code className="wl-mono">{name}</code>
            </th>
            <td>
              <div>
                <code className="wl-mono">{value}</code>
                {value !== '' && <CopyButton text={value} label={t('copyOf', { name })} />}
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
