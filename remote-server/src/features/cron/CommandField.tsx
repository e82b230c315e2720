import { useTranslation } from '@windlass/shared-kit/i18n'
import { Alert, Form, Input } from 'antd'
import { type CronFields, looksLikeShell, wordsOf } from './cronForm.ts'

const LENGTH = 255

/** What is run, as the agent will take it. */
export function CommandField() {
  const { t } = useTranslation('server')
  const form = Form.useFormInstance<CronFields>()
  const command = Form.useWatch('command', form) ?? ''
  const words = wordsOf(command)
  return (
    <>
      <Form.Item
        name="command"
        label={t('cron.command')}
        extra={t('cron.commandHint')}
        rules={[
          { required: true, whitespace: true, message: t('rule.needed') },
          { max: LENGTH, message: t('cron.long', { count: LENGTH }) },
        ]}
      >
        <Input
          className="cron-command-field"
          autoComplete="off"
          spellCheck={false}
          maxLength={LENGTH}
          showCount
          placeholder="/bin/sh /opt/jobs/nightly.sh"
        />
      </Form.Item>
      {words.length > 1 && (
        <p className="cron-words">
          {t('cron.words')}{' '}
          {words.map((word, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- words may repeat and have no other name
            <code key={index} className={index === 0 ? 'cron-word cron-program' : 'cron-word'}>
              {word}
            </code>
          ))}
        </p>
      )}
      {looksLikeShell(command) && (
        <Alert
          className="cron-advice"
          type="warning"
          showIcon
          title={t('cron.shellTitle')}
          description={t('cron.shellAdvice')}
        />
      )}
    </>
  )
}
