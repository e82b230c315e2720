import { useTranslation } from '@windlass/shared-kit/i18n'
import { Input } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { type ClipboardEvent, useEffect, useRef } from 'react'

const ROWS = 16

interface Props {
  text: string
  onChange: (text: string) => void
  /** Something was pasted, and this is all of the text now. */
  onPaste: (text: string) => void
  /** Where to put the caret when it comes. */
  caret: number | undefined
}

/** The text as it is typed. */
export function RawText({ text, onChange, onPaste, caret }: Props) {
  const { t } = useTranslation('toolbox')
  const area = useRef<TextAreaRef>(null)
  useEffect(() => {
    const element = area.current?.resizableTextArea?.textArea
    if (caret === undefined || !element) return
    element.setSelectionRange(caret, caret + 1)
    // The focus brings the caret into sight.
    element.blur()
    element.focus()
  }, [caret])
  const handlePaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const pasted = event.clipboardData.getData('text/plain')
    if (pasted === '') return
    // Otherwise the browser would insert it once more.
    event.preventDefault()
    event.stopPropagation()
    const { selectionStart, selectionEnd, value } = event.currentTarget
    onPaste(value.slice(0, selectionStart) + pasted + value.slice(selectionEnd))
  }
  return (
    <Input.TextArea
      ref={area}
      className="wl-mono json-raw"
      aria-label={t('json.input')}
      placeholder={t('json.placeholder')}
      rows={ROWS}
      spellCheck={false}
      value={text}
      onPaste={handlePaste}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
