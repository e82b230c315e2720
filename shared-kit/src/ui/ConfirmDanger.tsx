import { Button, Form, Input, Modal } from 'antd'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Trans } from 'react-i18next'
import { usePageActive } from '../remote/usePageActive.ts'
import { useUiText } from './useUiText.ts'

interface Props {
  open: boolean
  /** Names what is destroyed: "Remove the role “dev”?". */
  title: string
  /** What happens then, and what cannot be taken back. */
  explanation: ReactNode
  /** The verb on the button. */
  verb: string
  /** Must be typed before the button works; for what other people depend on. */
  nameToType?: string
  /** Closes when it resolves; stays open when it throws, because the transport has told why. */
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

interface Focusable {
  focus: () => void
}

/** The question before something is destroyed. */
export function ConfirmDanger(props: Props) {
  const isActive = usePageActive()
  const first = useRef<Focusable | null>(null)
  const takeFirst = (element: Focusable | null) => {
    first.current = element
  }
  return (
    <Modal
      title={props.title}
      open={props.open && isActive}
      onCancel={props.onClose}
      footer={null}
      destroyOnHidden
      width={440}
      focusable={{ trap: true }}
      afterOpenChange={(isOpen) => isOpen && first.current?.focus()}
    >
      <Question {...props} onFirst={takeFirst} />
    </Modal>
  )
}

function Question({
  explanation,
  verb,
  nameToType,
  onConfirm,
  onClose,
  onFirst,
}: Props & { onFirst: (element: Focusable | null) => void }) {
  const { t, i18n } = useUiText()
  const [typed, setTyped] = useState('')
  const [isRunning, setRunning] = useState(false)
  const id = useId()
  const isReady = nameToType === undefined || typed === nameToType

  const handleFinish = async () => {
    if (!isReady || isRunning) return
    setRunning(true)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      console.warn('the confirmed action failed', error)
    } finally {
      setRunning(false)
    }
  }
  return (
    <Form onFinish={handleFinish}>
      <div className="wl-danger-text">{explanation}</div>
      {nameToType !== undefined && (
        <div className="wl-danger-name">
          <label htmlFor={id}>
            {/* Beside the text, not in it: a name is never read as markup, and is copied as it is. */}
            <Trans i18n={i18n} ns="ui" i18nKey="typeName" components={{ name: <code>{nameToType}</code> }} />
          </label>
          <Input
            ref={onFirst}
            id={id}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
      )}
      <div className="wl-dialog-footer">
        <Button ref={nameToType === undefined ? onFirst : undefined} onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="primary" danger htmlType="submit" loading={isRunning} disabled={!isReady}>
          {verb}
        </Button>
      </div>
    </Form>
  )
}
