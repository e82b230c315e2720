import type { NginxFile } from '@windlass/shared-kit/contract/nginx'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { FormDrawer } from '@windlass/shared-kit/ui'
import { Form, Input, Select } from 'antd'

interface Props {
  kind: 'add' | 'copy' | 'rename'
  file: NginxFile | undefined
  folders: readonly string[]
  onDone: (dir: string, name: string) => Promise<unknown>
  onClose: () => void
}

/** The name of a file that is to be made. */
export function NginxName({ kind, file, folders, onDone, onClose }: Props) {
  const { t } = useTranslation('server')
  const start = {
    dir: file?.dir ?? folders.find((dir) => dir.endsWith('conf.d')) ?? folders[0] ?? '',
    name: file?.name ?? '',
  }
  return (
    <FormDrawer<{ dir: string; name: string }>
      open
      title={file ? t(`nginx.${kind}Title`, { name: file.name }) : t('nginx.add')}
      initialValues={start}
      submitText={t(`nginx.${kind}`)}
      onSubmit={({ dir, name }) => onDone(dir, name.trim())}
      onClose={onClose}
    >
      <Form.Item name="dir" label={t('nginx.folder')}>
        <Select disabled={file !== undefined} options={folders.map((value) => ({ value, label: value }))} />
      </Form.Item>
      <Form.Item
        name="name"
        label={t('nginx.name')}
        rules={[{ required: true, pattern: /^(?!\.{1,2}$)[^/]+$/, message: t('nginx.nameWrong') }]}
      >
        <Input className="wl-mono" maxLength={255} autoComplete="off" spellCheck={false} placeholder="shop.conf" />
      </Form.Item>
      <p className="wl-faint">{t('nginx.nameHelp')}</p>
    </FormDrawer>
  )
}
