import { useTranslation } from '@windlass/shared-kit/i18n'
import { usePageActive } from '@windlass/shared-kit/remote'
import { StateMark } from '@windlass/shared-kit/ui'
import { Button, Modal } from 'antd'
import type { OpenFile } from './openFile.ts'
import { outputParts } from './outputParts.ts'

interface Props {
  ok: boolean
  text: string
  onFile: (file: OpenFile) => void
  onClose: () => void
}

/** What nginx has said; the places that it names lead to their files. */
export function NginxOutput({ ok, text, onFile, onClose }: Props) {
  const { t } = useTranslation('server')
  const isActive = usePageActive()
  return (
    <Modal
      title={<StateMark state={ok ? 'success' : 'failed'}>{t(ok ? 'nginx.accepted' : 'nginx.refused')}</StateMark>}
      open={isActive}
      width={720}
      footer={<Button onClick={onClose}>{t('nginx.close')}</Button>}
      onCancel={onClose}
    >
      <NginxWords
        text={text}
        onFile={(file) => {
          onClose()
          onFile(file)
        }}
      />
    </Modal>
  )
}

/** The words of nginx with links to the files they name. */
export function NginxWords({ text, onFile }: Pick<Props, 'text' | 'onFile'>) {
  return (
    <pre className="nginx-output">
      {outputParts(text).map(({ key, text: part, file }) =>
        file ? (
          <button key={key} type="button" className="text-link" onClick={() => onFile(file)}>
            {part}
          </button>
        ) : (
          <span key={key}>{part}</span>
        ),
      )}
    </pre>
  )
}
