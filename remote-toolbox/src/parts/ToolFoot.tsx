import { useTranslation } from '@windlass/shared-kit/i18n'
import { CopyButton } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import type { ReactNode } from 'react'

interface Props {
  /** What is copied; "" when there is nothing to copy yet. */
  result: string
  onClear: () => void
  /** Nothing to clear. */
  isClean: boolean
  /** What the copying button says where "the result" would be vague. */
  copyLabel?: string
  /** More buttons of the tool. */
  children?: ReactNode
}

/** The last line of every tool: what can be done with its result, and a fresh start. */
export function ToolFoot({ result, onClear, isClean, copyLabel, children }: Props) {
  const { t } = useTranslation('toolbox')
  return (
    <div className="toolbox-buttons toolbox-foot">
      <CopyButton isWide text={result} label={copyLabel ?? t('copyResult')} isDisabled={result === ''} />
      {children}
      <Button className="toolbox-last" type="text" disabled={isClean} onClick={onClear}>
        {t('clear')}
      </Button>
    </div>
  )
}
