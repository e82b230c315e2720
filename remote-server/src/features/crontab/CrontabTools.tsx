import { bytesOfPath, textOfPath } from '@windlass/shared-kit/contract/sftpPath'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { saveFile } from '@windlass/shared-kit/save'
import { App, Button, Dropdown } from 'antd'
import { type ChangeEvent, useRef } from 'react'
import type { Whose } from './useCrontab.ts'
import type { CrontabDraft } from './useCrontabDraft.ts'

interface Props {
  whose: Whose
  account: string
  serverName: string
  draft: CrontabDraft
  canSave: boolean
  isReading: boolean
  onRead: () => void
  onVersions: () => void
}

/** What can be done with a crontab as a whole. */
export function CrontabTools(props: Props) {
  const { account, serverName, draft, canSave, isReading, onRead, onVersions } = props
  const { t } = useTranslation('server')
  const { modal } = App.useApp()
  const picker = useRef<HTMLInputElement>(null)
  const read = () => {
    const again = () => {
      draft.discard()
      onRead()
    }
    if (!draft.isChanged) return again()
    modal.confirm({
      title: t('crontab.discardTitle'),
      content: t('crontab.discardExplanation'),
      okText: t('crontab.discard'),
      okButtonProps: { danger: true },
      cancelText: t('crontab.keepEditing'),
      onOk: again,
    })
  }
  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    if (file) draft.change(textOfPath(new Uint8Array(await file.arrayBuffer())))
    // The same file may be chosen again.
    target.value = ''
  }
  const actions: Readonly<Record<string, () => void>> = {
    export: () => {
      // To the byte, also what is no text.
      const bytes = new Uint8Array(bytesOfPath(draft.raw))
      saveFile(`crontab-${serverName}-${account}.txt`, new Blob([bytes], { type: 'text/plain' }))
    },
    import: () => picker.current?.click(),
    read,
  }
  const items = [
    ...(canSave ? [{ key: 'import', label: t('crontab.import') }] : []),
    { key: 'export', label: t('crontab.export') },
    { key: 'read', label: t('crontab.read') },
  ]
  return (
    <>
      {draft.isChanged && <span className="crontab-unsaved">{t('crontab.unsaved')}</span>}
      {canSave && (
        <Button type="text" disabled={!draft.undo} onClick={() => draft.undo?.()}>
          {t('crontab.undo')}
        </Button>
      )}
      <Button onClick={onVersions}>{t('crontab.versions')}</Button>
      <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => actions[key]?.() }}>
        <Button loading={isReading}>{t('crontab.file')}</Button>
      </Dropdown>
      <input ref={picker} type="file" hidden aria-label={t('crontab.import')} onChange={(event) => void take(event)} />
    </>
  )
}
