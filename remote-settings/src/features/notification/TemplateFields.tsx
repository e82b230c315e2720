import type { NoticeUse } from '@windlass/shared-kit/contract/notification'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Input } from 'antd'
import { type ReactNode, useId, useRef } from 'react'
import type { Draft } from './draft.ts'
import { FieldPalette } from './FieldPalette.tsx'

const TITLE_LENGTH = 255
const TEMPLATE_LENGTH = 20_000

interface Props {
  useBy: NoticeUse
  text: Draft
  isReadOnly: boolean
  onChange: (text: Draft) => void
  /** What can be done with the text, right below it. */
  children: ReactNode
}

/** Title and text of a template, and the fields that can be put where the cursor is. */
export function TemplateFields({ useBy, text, isReadOnly, onChange, children }: Props) {
  const { t } = useTranslation('settings')
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)

  const insert = (snippet: string) => {
    const field = area.current
    const start = field?.selectionStart ?? text.template.length
    const end = field?.selectionEnd ?? start
    onChange({ ...text, template: `${text.template.slice(0, start)}${snippet}${text.template.slice(end)}` })
    // After React has put the new text in, the cursor stands behind what was inserted.
    requestAnimationFrame(() => {
      field?.focus()
      field?.setSelectionRange(start + snippet.length, start + snippet.length)
    })
  }
  return (
    <>
      <label htmlFor={`${id}-title`}>{t('notification.title')}</label>
      <Input
        id={`${id}-title`}
        className="wl-mono"
        value={text.title}
        maxLength={TITLE_LENGTH}
        readOnly={isReadOnly}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange({ ...text, title: target.value })}
      />
      <label htmlFor={`${id}-text`}>{t('notification.text')}</label>
      <textarea
        id={`${id}-text`}
        ref={area}
        className="nt-text"
        rows={14}
        value={text.template}
        maxLength={TEMPLATE_LENGTH}
        readOnly={isReadOnly}
        spellCheck={false}
        onChange={({ target }) => onChange({ ...text, template: target.value })}
      />
      {children}
      {!isReadOnly && <FieldPalette useBy={useBy} onInsert={insert} />}
    </>
  )
}
