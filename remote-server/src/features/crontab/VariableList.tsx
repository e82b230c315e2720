import { PlusOutlined } from '@ant-design/icons'
import { readCrontab } from '@windlass/shared-kit/contract/crontabText'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { FormDrawer } from '@windlass/shared-kit/ui'
import { AutoComplete, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { entryRows, removeLine, setVariable } from './crontabEdit.ts'
import type { CrontabDraft } from './useCrontabDraft.ts'

interface Fields {
  name: string
  value: string
}

interface Editing {
  /** Of its line; absent makes a new one. */
  index?: number
  fields: Fields
}

const USUAL = ['MAILTO', 'PATH', 'SHELL', 'HOME', 'CRON_TZ', 'LANG']
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

/** The variables, each for the lines below it. */
export function VariableList({ draft, canSave }: { draft: CrontabDraft; canSave: boolean }) {
  const { t } = useTranslation('server')
  const [editing, setEditing] = useState<Editing>()
  const first = entryRows(draft.raw)[0]?.index ?? Number.POSITIVE_INFINITY
  const variables = readCrontab(draft.raw).flatMap((line, index) =>
    line.kind === 'variable' ? [{ index, name: line.name, value: line.value }] : [],
  )
  if (variables.length === 0 && !canSave) return null
  return (
    <section className="text-bar crontab-variables" aria-label={t('crontab.variables')}>
      <h2>{t('crontab.variables')}</h2>
      {variables.map(({ index: at, name, value }) => (
        <button
          key={at}
          type="button"
          className="crontab-variable"
          disabled={!canSave}
          onClick={() => setEditing({ index: at, fields: { name, value } })}
        >
          <code>
            {name}={value}
          </code>
          {at > first && <small>{t('crontab.fromLine', { line: at + 1 })}</small>}
        </button>
      ))}
      {canSave && (
        <Button
          size="small"
          type="text"
          icon={<PlusOutlined />}
          onClick={() => setEditing({ fields: { name: '', value: '' } })}
        >
          {t('crontab.addVariable')}
        </Button>
      )}
      <VariableDrawer draft={draft} editing={editing} onClose={() => setEditing(undefined)} />
    </section>
  )
}

interface DrawerProps {
  draft: CrontabDraft
  editing: Editing | undefined
  onClose: () => void
}

function VariableDrawer({ draft, editing, onClose }: DrawerProps) {
  const { t } = useTranslation('server')
  const index = editing?.index
  return (
    <FormDrawer<Fields>
      title={t(index === undefined ? 'crontab.addVariable' : 'crontab.editVariable')}
      open={editing !== undefined}
      initialValues={editing?.fields ?? {}}
      submitText={t('crontab.take')}
      onSubmit={async ({ name, value }) => draft.change(setVariable(draft.raw, index, name, value ?? ''))}
      onClose={onClose}
    >
      <p className="wl-faint">{t(index === undefined ? 'crontab.variableTop' : 'crontab.variableBelow')}</p>
      <Form.Item
        name="name"
        label={t('crontab.variableName')}
        rules={[{ required: true, pattern: NAME, message: t('crontab.variableNameWrong') }]}
      >
        <AutoComplete className="wl-mono" options={USUAL.map((value) => ({ value }))} />
      </Form.Item>
      <Form.Item name="value" label={t('crontab.variableValue')} extra={t('crontab.variableValueHint')}>
        <Input className="wl-mono" autoComplete="off" spellCheck={false} />
      </Form.Item>
      {index !== undefined && (
        <Button
          danger
          onClick={() => {
            draft.change(removeLine(draft.raw, index))
            onClose()
          }}
        >
          {t('crontab.removeVariable')}
        </Button>
      )}
    </FormDrawer>
  )
}
