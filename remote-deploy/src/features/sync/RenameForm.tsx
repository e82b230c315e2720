import type { ProjectFile } from '@windlass/shared-kit/contract/projectFile'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { FormDrawer } from '@windlass/shared-kit/ui'
import { Form, Input } from 'antd'
import { FileModeSelect } from './FileModeSelect.tsx'
import { nameProblem, tidyName } from './fileName.ts'
import type { useProjectFiles } from './useProjectFiles.ts'

interface Props {
  file: ProjectFile | undefined
  files: readonly ProjectFile[]
  path: string
  onMove: ReturnType<typeof useProjectFiles>['move']
  onClose: () => void
}

interface Fields {
  filename: string
  mode: string
}

/** Another name or other permission bits for a file; its content stays. */
export function RenameForm({ file, files, path, onMove, onClose }: Props) {
  const { t } = useTranslation('deploy')
  const others = files.filter(({ id }) => id !== file?.id)
  const check = async (_rule: unknown, value: string = '') => {
    const problem = nameProblem(value, others)
    if (problem) throw new Error(t(problem))
  }
  return (
    <FormDrawer<Fields>
      title={t('sync.renameTitle', { name: file?.filename })}
      open={file !== undefined}
      initialValues={{ filename: file?.filename ?? '', mode: file?.mode ?? '' }}
      onSubmit={async ({ filename, mode }) => {
        if (file) await onMove({ id: file.id, filename: tidyName(filename), mode })
      }}
      onClose={onClose}
    >
      <Form.Item
        name="filename"
        label={t('sync.filename')}
        extra={t('sync.below', { path })}
        required
        rules={[{ validator: check }]}
      >
        <Input className="wl-mono" maxLength={255} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item name="mode" label={t('sync.modeTitle')} extra={t('sync.modeHelp')}>
        <FileModeSelect />
      </Form.Item>
    </FormDrawer>
  )
}
