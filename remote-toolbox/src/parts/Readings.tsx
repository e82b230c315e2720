import { useTranslation } from '@windlass/shared-kit/i18n'
import { CopyButton } from '@windlass/shared-kit/ui'
import type { ReactNode } from 'react'

/** One name with its value. */
export interface Reading {
  name: string
  /** What is copied; "" for a value that nobody would copy. */
  text: string
  /** What is shown instead of the text. */
  node?: ReactNode
}

/** Names and values, each value with a button that copies it. */
export function Readings({ items }: { items: readonly Reading[] }) {
  const { t } = useTranslation('toolbox')
  return (
    <dl className="toolbox-readings">
      {items.map(({ name, text, node }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {node ?? <code className="wl-mono">{text}</code>}
            {text !== '' && <CopyButton text={text} label={t('copyOf', { name })} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}
