import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button, Form, Input, type InputRef, Modal } from 'antd'
import { useRef } from 'react'
import { useNaming } from './useNaming.ts'

interface Props {
  title: string
  verb: string
  /** What the name starts as; the part before its end is marked. */
  initial: string
  /** A link also has a target. */
  hasTarget?: boolean
  /** The name it starts with may be taken as it is. */
  isSameAllowed: boolean
  /** What it throws is shown below the field. */
  onSubmit: (name: string, target: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for a name: for what is new, and for what is to be called otherwise. */
export function NameDialog({ title, verb, initial, hasTarget = false, isSameAllowed, onSubmit, onClose }: Props) {
  const { t } = useTranslation('server')
  const field = useRef<InputRef>(null)
  const naming = useNaming({ initial, isSameAllowed, hasTarget, onSubmit, onClose })
  const takeFocus = () => {
    const dot = initial.lastIndexOf('.')
    field.current?.focus()
    field.current?.setSelectionRange(0, dot > 0 ? dot : initial.length)
  }
  const hint = naming.wrong ? t(`sftp.name.${naming.wrong}`) : naming.problem
  return (
    <Modal
      title={title}
      open
      footer={null}
      width={440}
      onCancel={onClose}
      afterOpenChange={(isOpen) => isOpen && takeFocus()}
    >
      <Form layout="vertical" onFinish={naming.submit}>
        <Form.Item label={t('sftp.name.label')} validateStatus={hint ? 'error' : ''} help={hint}>
          <Input
            ref={field}
            aria-label={t('sftp.name.label')}
            value={naming.name}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => naming.setName(target.value)}
          />
        </Form.Item>
        {hasTarget && (
          <Form.Item label={t('sftp.name.target')} extra={t('sftp.name.targetHint')}>
            <Input
              className="wl-mono"
              aria-label={t('sftp.name.target')}
              value={naming.target}
              autoComplete="off"
              onChange={({ target }) => naming.setTarget(target.value)}
            />
          </Form.Item>
        )}
        <div className="wl-dialog-footer">
          <Button onClick={onClose}>{t('sftp.cancel')}</Button>
          <Button type="primary" htmlType="submit" loading={naming.isRunning} disabled={!naming.isReady}>
            {verb}
          </Button>
        </div>
      </Form>
    </Modal>
  )
}
