import { useTranslation } from '@windlass/shared-kit/i18n'
import { Alert, Button, Skeleton } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ToolContext, type ToolHome } from './ToolContext.ts'
import type { Tool, ToolState } from './tool.ts'
import { useLoadedTool } from './useLoadedTool.ts'

/** Where typing begins: not what is ticked or chosen. */
const TYPED_INTO = 'textarea, input:not([type="radio"], [type="checkbox"], [type="file"])'

interface Props extends Pick<Tool, 'id' | 'load'> {
  isShown: boolean
  isHidden: boolean
  /** The first field gets the focus as soon as it is there. */
  isFocused: boolean
  /** Whether a tile names it; alone it names itself. */
  hasTab: boolean
  /** Inputs handed in; another object starts the tool anew. */
  given: unknown
  remembered: () => unknown
  onKeep: (state: ToolState) => void
  onReport: (text: string) => void
  onRisk: (what: string | undefined) => void
  /** What stands beside its name. */
  action: ReactNode
}

/** One tool with its name, once it was shown. */
export function ToolPanel({
  id,
  load,
  isShown,
  isHidden,
  isFocused,
  hasTab,
  given,
  remembered,
  action,
  ...events
}: Props) {
  const { t } = useTranslation('toolbox')
  const { View, error, retry } = useLoadedTool(load)
  const panel = useRef<HTMLElement>(null)
  const isLoaded = View !== undefined
  useEffect(() => {
    if (isFocused && isLoaded) panel.current?.querySelector<HTMLElement>(TYPED_INTO)?.focus()
  }, [isFocused, isLoaded])
  const revision = useRevision(given)
  const home: ToolHome = {
    initial: () => given ?? remembered(),
    keep: events.onKeep,
    report: events.onReport,
    risk: events.onRisk,
  }
  return (
    <section
      ref={panel}
      className="toolbox-panel"
      hidden={isHidden}
      role={hasTab ? 'tabpanel' : undefined}
      aria-label={t(`route.${id}`)}
    >
      <div className="toolbox-head">
        <h2>{t(`route.${id}`)}</h2>
        {action}
      </div>
      <ToolContext value={home}>{View && <View key={revision} isShown={isShown} />}</ToolContext>
      {!View && !error && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      {error !== undefined && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={t('load.failed')}
          description={String(error)}
          action={<Button onClick={retry}>{t('load.retry')}</Button>}
        />
      )}
    </section>
  )
}

/** Counts how often a value became another one. */
function useRevision(value: unknown): number {
  const [seen, setSeen] = useState({ value, count: 0 })
  if (seen.value === value) return seen.count
  setSeen({ value, count: seen.count + 1 })
  return seen.count + 1
}
