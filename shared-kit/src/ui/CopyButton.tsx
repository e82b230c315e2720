import { CheckOutlined, CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { toast } from '../feedback/toast.ts'
import { copyText } from './copyText.ts'
import { useUiText } from './useUiText.ts'

const CONFIRMED_MS = 2000

interface Props {
  text: string
  /** What is copied, for the name of the button: "Copy the public key". */
  label?: string
  /** Shows the label beside the icon. */
  isWide?: boolean
}

/** Copies a text and says so. */
export function CopyButton({ text, label, isWide = false }: Props) {
  const { t } = useUiText()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), CONFIRMED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])

  const handleClick = async () => {
    const worked = await copyText(text)
    setCopied(worked)
    if (worked) toast.success(t('copied'))
    else toast.error(t('copyFailed'))
  }
  const name = label ?? t('copy')
  return (
    <Button
      size={isWide ? 'middle' : 'small'}
      type={isWide ? 'default' : 'text'}
      icon={isCopied ? <CheckOutlined /> : <CopyOutlined />}
      aria-label={name}
      title={isWide ? undefined : name}
      onClick={handleClick}
    >
      {isWide ? name : null}
    </Button>
  )
}
