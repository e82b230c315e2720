import type { InputOf } from '@windlass/shared-kit/contract'
import type { Project } from '@windlass/shared-kit/contract/project'
import {
  PROCESS_COMMANDS,
  type ProjectProcess,
  type ProjectProcessAdd,
  type ProjectProcessEdit,
} from '@windlass/shared-kit/contract/projectProcess'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { FormDrawer } from '@windlass/shared-kit/ui'
import { Form, Input } from 'antd'

interface Props {
  project: Project
  open: boolean
  /** Absent for a new one. */
  process: ProjectProcess | undefined
  onAdd: (input: InputOf<typeof ProjectProcessAdd>) => Promise<unknown>
  onEdit: (input: InputOf<typeof ProjectProcessEdit>) => Promise<unknown>
  onClose: () => void
}

type Fields = Pick<ProjectProcess, 'name' | 'restart' | 'start' | 'status' | 'stop'>

const BLANK: Fields = { name: '', status: '', start: '', stop: '', restart: '' }
const LENGTH = 255
/** What a line may name, as examples; the server knows them all. */
const NAMES = ['PROJECT_PATH', 'PROJECT_NAME', 'PROJECT_BRANCH', 'SERVER_NAME', 'SERVER_IP']
const EXAMPLE = 'systemctl {{command}} shop'

/** A name and up to four lines for the shell of a server. */
export function ProcessForm({ project, open, process, onAdd, onEdit, onClose }: Props) {
  const { t } = useTranslation('deploy')
  const submit = (fields: Fields) =>
    process ? onEdit({ id: process.id, ...fields }) : onAdd({ projectId: project.id, ...fields })
  return (
    <FormDrawer<Fields>
      title={process ? t('process.editTitle', { name: process.name }) : t('process.add')}
      open={open}
      initialValues={process ?? BLANK}
      onSubmit={({ name, status, start, stop, restart }) => submit({ name: name.trim(), status, start, stop, restart })}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label={t('process.name')}
        rules={[{ required: true, whitespace: true, message: t('process.nameMissing') }]}
      >
        <Input maxLength={LENGTH} autoComplete="off" placeholder="shop" />
      </Form.Item>
      {PROCESS_COMMANDS.map((command) => (
        <Form.Item key={command} name={command} label={t(`process.command.${command}`)} dependencies={['status']}>
          <Input
            className="wl-mono"
            maxLength={LENGTH}
            autoComplete="off"
            spellCheck={false}
            placeholder={EXAMPLE.replace('{{command}}', command)}
          />
        </Form.Item>
      ))}
      <p className="wl-faint">{t('process.linesHelp')}</p>
      <p className="wl-faint">
        {t('process.variables')}{' '}
        {NAMES.map((name) => (
          <code key={name} className="wl-mono dp-process-name">{`\${${name}}`}</code>
        ))}
      </p>
    </FormDrawer>
  )
}
