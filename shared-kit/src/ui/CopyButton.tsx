import { CheckOutlined, CloseOutlined, CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { toast } from '../feedback/toast.ts'
import { useConfirmsInPlace } from './ConfirmInPlace.tsx'
import { copyText } from './copyText.ts'
import { useUiText } from './useUiText.ts'

const CONFIRMED_MS = 2000

interface Props {
  /** What is copied, or what makes it when it is asked for; undefined when that has told why there is nothing. */
  text: string | (() => Promise<string | undefined>)
  /** What is copied, for the name of the button: "Copy the public key". */
  label?: string
  /** Shows the label beside the icon. */
  isWide?: boolean
  /** There is nothing to copy yet. */
  isDisabled?: boolean
}

type Outcome = 'copied' | 'copyFailed'
const ICONS = { copied: <CheckOutlined />, copyFailed: <CloseOutlined /> }

/** Copies a text and says so. */
export function CopyButton({ text, label, isWide = false, isDisabled = false }: Props) {
  const { t } = useUiText()
  const isToldHere = useConfirmsInPlace()
  const [outcome, setOutcome] = useState<Outcome>()
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), CONFIRMED_MS)
    return () => clearTimeout(timer)
  }, [outcome])

  const handleClick = async () => {
    const copied = typeof text === 'string' ? text : await text()
    if (copied === undefined) return
    const worked = await copyText(copied)
    // A message over the page tells a failure by itself.
    setOutcome(worked ? 'copied' : isToldHere ? 'copyFailed' : undefined)
    if (isToldHere) return
    if (worked) toast.success(t('copied'))
    else toast.error(t('copyFailed'))
  }
  const name = label ?? t('copy')
  const told = outcome && isToldHere ? t(outcome) : ''
  return (
    <>
      <Button
        size={isWide ? 'middle' : 'small'}
        type={isWide ? 'default' : 'text'}
        danger={outcome === 'copyFailed'}
        icon={outcome ? ICONS[outcome] : <CopyOutlined />}
        aria-label={name}
        title={told || (isWide ? undefined : name)}
        disabled={isDisabled}
        onClick={handleClick}
      >
        {isWide ? told || name : null}
      </Button>
      {isToldHere && <output className="wl-hidden">{told}</output>}
    </>
  )
}
