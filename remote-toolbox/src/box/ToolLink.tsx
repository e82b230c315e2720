import { LinkOutlined } from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { copyText } from '@windlass/shared-kit/ui'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'

interface Props {
  /** Name of the tool. */
  name: string
  /** The inputs as part of an address; undefined when they are too long for one. */
  inputs: () => string | undefined
  linkTo: (inputs: string) => string
}

type Outcome = 'copied' | 'failed' | 'long'

/** Copies an address that shows the tool as it is now. What was typed is in it, so it is made only when asked for. */
export function ToolLink({ name, inputs, linkTo }: Props) {
  const { t } = useTranslation('toolbox')
  const [outcome, setOutcome] = useState<Outcome>()
  const copy = async (): Promise<Outcome> => {
    const text = inputs()
    if (text === undefined) return 'long'
    return (await copyText(linkTo(text))) ? 'copied' : 'failed'
  }
  const told = outcome === undefined ? '' : t(`link.${outcome}`)
  return (
    <span className="toolbox-link">
      <output className={outcome === 'copied' ? 'wl-faint' : 'toolbox-problem'}>{told}</output>
      <Tooltip title={t('link.hint')}>
        <Button
          type="text"
          size="small"
          icon={<LinkOutlined />}
          aria-label={t('link.copy', { name })}
          onBlur={() => setOutcome(undefined)}
          onClick={async () => setOutcome(await copy())}
        />
      </Tooltip>
    </span>
  )
}
