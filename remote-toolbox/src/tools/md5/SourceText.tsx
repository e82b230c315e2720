import { formatNumber, useLanguage, useTranslation } from '@windlass/shared-kit/i18n'
import { useMemo } from 'react'
import { ToolText } from '../../parts/ToolText.tsx'

const ROWS = 3

interface Props {
  text: string
  onChange: (text: string) => void
}

/** The text to hash, with what cannot be seen of it but changes the digests. */
export function SourceText({ text, onChange }: Props) {
  const { t } = useTranslation('toolbox')
  const language = useLanguage()
  const bytes = useMemo(() => new Blob([text]).size, [text])
  const notes = [
    t('md5.bytes', { count: bytes, size: formatNumber(bytes, undefined, language) }),
    text.includes('\n') && t(text.includes('\r\n') ? 'md5.breaksCrlf' : 'md5.breaksLf'),
    !text.isWellFormed() && t('md5.halfPair'),
  ]
  return (
    <ToolText
      label={t('md5.text')}
      value={text}
      onChange={onChange}
      rows={ROWS}
      placeholder={t('md5.placeholder')}
      hint={notes.filter((note) => note !== false).join(' · ')}
    />
  )
}
