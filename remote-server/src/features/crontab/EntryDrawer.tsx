import type { CronHost } from '@windlass/shared-kit/contract/crontab'
import { isPlainLogPath, lockBeside, unwrapCommand, wrapCommand } from '@windlass/shared-kit/contract/crontabLog'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { FormDrawer } from '@windlass/shared-kit/ui'
import { Checkbox, Form, Input, Switch } from 'antd'
import { addEntry, changeEntry, type EntryRow } from './crontabEdit.ts'
import type { EntryForm } from './entryForm.ts'
import { ScheduleField } from './ScheduleField.tsx'
import type { CrontabDraft } from './useCrontabDraft.ts'

const WIDTH_PX = 600

interface Props {
  draft: CrontabDraft
  zone: string
  host: CronHost | undefined
  editing: { row?: EntryRow } | undefined
  onClose: () => void
}

/** Where output goes unless somebody says otherwise: beside the account, where it may write. */
const usualLog = (host: CronHost | undefined): string =>
  host?.user === 'root' ? '/var/log/cron-task.log' : `${host?.home ?? '/tmp'}/cron-task.log`

function fieldsOf(row: EntryRow | undefined, host: CronHost | undefined): EntryForm {
  const { command, log, lock } = unwrapCommand(row?.entry.command ?? '')
  return {
    ...{ isOn: row?.entry.isOn ?? true, expression: row?.entry.expression ?? '', command },
    ...{ description: row?.description ?? '', hasLog: log !== '', hasLock: lock !== '' },
    log: log || lock.replace(/\.lock$/, '') || usualLog(host),
  }
}

function commandOf({ command, hasLog, log, hasLock }: EntryForm, row: EntryRow | undefined): string {
  const before = unwrapCommand(row?.entry.command ?? '')
  // A lock of another name stays what it is.
  const lock =
    before.lock !== '' && (before.log || before.lock.replace(/\.lock$/, '')) === log ? before.lock : lockBeside(log)
  return wrapCommand(command, { log: hasLog ? log : '', lock: hasLock ? lock : '' })
}

/** One line: when it runs, what it runs, and what happens to its output. */
export function EntryDrawer({ draft, zone, host, editing, onClose }: Props) {
  const { t } = useTranslation('server')
  const row = editing?.row
  const submit = async (form: EntryForm) => {
    const fields = { ...form, description: form.description ?? '', command: commandOf(form, row) }
    draft.change(row ? changeEntry(draft.raw, row, fields) : addEntry(draft.raw, fields))
  }
  return (
    <FormDrawer<EntryForm>
      title={t(row ? 'crontab.editTitle' : 'crontab.addTitle')}
      open={editing !== undefined}
      width={WIDTH_PX}
      initialValues={fieldsOf(row, host)}
      submitText={t('crontab.take')}
      onSubmit={submit}
      onClose={onClose}
    >
      <ScheduleField zone={zone} />
      <Form.Item
        name="command"
        label={t('crontab.command')}
        extra={t('crontab.commandHint')}
        rules={[{ required: true, whitespace: true, message: t('rule.needed') }]}
      >
        <Input.TextArea className="wl-mono" autoSize={{ minRows: 2, maxRows: 8 }} spellCheck={false} />
      </Form.Item>
      <Form.Item name="description" label={t('crontab.description')} extra={t('crontab.descriptionHint')}>
        <Input />
      </Form.Item>
      <Form.Item name="isOn" label={t('crontab.isOn')} required valuePropName="checked" extra={t('crontab.isOnHint')}>
        <Switch />
      </Form.Item>
      <Options host={host} row={row} />
      <p className="wl-faint">{t('crontab.notSavedYet')}</p>
    </FormDrawer>
  )
}

/** Says plainly what the line becomes. */
function Options({ host, row }: { host: CronHost | undefined; row: EntryRow | undefined }) {
  const { t } = useTranslation('server')
  const form = Form.useFormInstance<EntryForm>()
  const all = Form.useWatch((values: EntryForm) => values, form)
  const isUsed = all?.hasLog === true || all?.hasLock === true
  return (
    <fieldset className="crontab-options">
      <legend>{t('crontab.options')}</legend>
      <Form.Item name="hasLog" valuePropName="checked" noStyle>
        <Checkbox>{t('crontab.keepOutput')}</Checkbox>
      </Form.Item>
      <Form.Item name="hasLock" valuePropName="checked" noStyle>
        <Checkbox disabled={host?.hasLock === false}>{t('crontab.noOverlap')}</Checkbox>
      </Form.Item>
      {host?.hasLock === false && <p className="wl-faint">{t('crontab.noFlock')}</p>}
      <Form.Item
        name="log"
        hidden={!isUsed}
        label={t('crontab.logFile')}
        extra={t('crontab.logFileHint')}
        rules={[
          {
            validator: async (_rule, path: string) => {
              if (isUsed && !isPlainLogPath(path)) throw new Error(t('crontab.logFileWrong'))
            },
          },
        ]}
      >
        <Input className="wl-mono" autoComplete="off" spellCheck={false} />
      </Form.Item>
      {isUsed && all && (
        <div className="crontab-becomes">
          <p>{t('crontab.becomes')}</p>
          <code>{commandOf(all, row)}</code>
        </div>
      )}
    </fieldset>
  )
}
