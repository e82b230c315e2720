import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button } from 'antd'

interface Props {
  /** The example in the field. */
  chosen: string
  onChoose: (expression: string) => void
}

/** The special characters of the specification, each with examples; then what else is understood. */
const HELP = [
  { sign: '*', key: 'every', examples: [['* * * * *', 'everyMinute']] },
  { sign: ',', key: 'list', examples: [['0 8,12,18 * * *', 'threeTimes']] },
  { sign: '-', key: 'range', examples: [['0 9 * * 1-5', 'weekdays']] },
  {
    sign: '/',
    key: 'step',
    examples: [
      ['0 */2 * * *', 'twoHours'],
      ['*/10 * * * *', 'tenMinutes'],
    ],
  },
  {
    sign: 'L W #',
    key: 'days',
    examples: [
      ['0 0 L * *', 'lastDay'],
      ['0 9 * * MON#1', 'firstMonday'],
    ],
  },
  { sign: '@', key: 'names', examples: [['@daily', 'daily']] },
] as const

/** What the special characters mean, with examples that fill the field. */
export function CharacterHelp({ chosen, onChoose }: Props) {
  const { t } = useTranslation('toolbox')
  return (
    <section className="cron-help" aria-label={t('cron.help')}>
      <h3>{t('cron.help')}</h3>
      <dl>
        {HELP.map(({ sign, key, examples }) => (
          <div key={sign}>
            <dt className="wl-mono">{sign}</dt>
            <dd>
              <span>{t(`cron.character.${key}`)}</span>
              {examples.map(([expression, text]) => (
                <Button
                  key={expression}
                  size="small"
                  aria-pressed={chosen === expression}
                  onClick={() => onChoose(expression)}
                >
                  <code className="wl-mono">{expression}</code>
                  <span className="wl-faint">{t(`cron.example.${text}`)}</span>
                </Button>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
