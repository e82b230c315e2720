import { useTranslation } from '@windlass/shared-kit/i18n'
import { FIELDS, type FieldName } from './cronFields.ts'
import { type CronProblem, fieldTexts } from './readCron.ts'
import { RANGES } from './readField.ts'

interface Props {
  expression: string
  problem: CronProblem | undefined
}

/** Five fields as long as nobody typed more of them. */
const FIVE = FIELDS.slice(1, 6).map((name) => ({ name, text: '*' }))

/** What stands where: the fields of the expression with their names and the values they take. */
export function FieldDiagram({ expression, problem }: Props) {
  const { t } = useTranslation('toolbox')
  const fields = fieldTexts(expression) ?? FIVE
  return (
    <ol
      className="cron-fields"
      aria-label={t('cron.diagram')}
      style={{ gridTemplateColumns: `repeat(${fields.length}, minmax(0, 1fr))` }}
    >
      {fields.map(({ name, text }) => (
        <li key={name} data-wrong={problem?.field === name}>
          <code className="wl-mono" title={text}>
            {text}
          </code>
          <strong>{t(`cron.field.${name}`)}</strong>
          <span>{t(`cron.fieldToo.${name}`)}</span>
          <Range name={name} />
        </li>
      ))}
    </ol>
  )
}

function Range({ name }: { name: FieldName }) {
  const { t } = useTranslation('toolbox')
  const [least, most] = RANGES[name]
  return (
    <small>
      <span className="wl-mono">
        {least}-{most}
      </span>
      {name === 'weekday' && <span className="cron-sunday">{t('cron.sunday')}</span>}
    </small>
  )
}
