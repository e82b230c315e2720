import { CloseOutlined } from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button } from 'antd'
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useLayoutEffect, useState } from 'react'
import { CloseQuestion } from '../box/CloseQuestion.tsx'

interface Props {
  dialog: RefObject<HTMLDialogElement | null>
  risks: readonly string[]
  onClose: () => void
  children: ReactNode
}

/** Whether Escape means something smaller: an open menu, or a dialog of a tool. */
const isForSomethingInside = (target: EventTarget, dialog: Element | null): boolean =>
  target instanceof Element &&
  (target.getAttribute('aria-expanded') === 'true' || target.closest('[role="dialog"], dialog') !== dialog)

/** An open dialog, the browser's own: over everything in the page whatever layers that has, with the focus kept inside. */
export function EmbeddedDialog({ dialog, risks, onClose, children }: Props) {
  const { t } = useTranslation('toolbox')
  const titleId = useId()
  const [isAsking, setAsking] = useState(false)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // Else the browser would mark the first button; the tool takes the focus where it is typed into.
    element?.focus()
    // Gives the focus back to where it was.
    return () => element?.close()
  }, [dialog])

  const ask = () => (risks.length > 0 ? setAsking(!isAsking) : onClose())
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // Browsers close at the second Escape whatever anybody says.
    event.preventDefault()
    if (!isForSomethingInside(event.target, dialog.current)) ask()
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: Escape is handled where it arrives
    <dialog
      ref={dialog}
      tabIndex={-1}
      className="wl-embed-dialog"
      aria-labelledby={titleId}
      onKeyDownCapture={handleKeyDown}
      onCancel={(event) => {
        // The gesture of a phone for going back.
        if (event.target !== dialog.current) return
        event.preventDefault()
        ask()
      }}
    >
      <header>
        <h1 id={titleId}>{t('route.toolbox')}</h1>
        <Button type="text" icon={<CloseOutlined />} aria-label={t('embed.close')} onClick={ask} />
      </header>
      <div className="wl-embed-body">
        {isAsking && risks.length > 0 && (
          <CloseQuestion risks={risks} onStay={() => setAsking(false)} onClose={onClose} />
        )}
        {children}
      </div>
    </dialog>
  )
}
