import { useTranslation } from '@windlass/shared-kit/i18n'
import { type KeyboardEvent, useRef } from 'react'
import { TOOL_ICONS } from '../tools/toolIcons.ts'
import type { Tool } from './tool.ts'

interface Props {
  tools: readonly Tool[]
  tool: string
  onChange: (tool: string) => void
}

/** How many tiles stand beside each other; the style sheet says the same. */
const COLUMNS = 5
const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  ArrowDown: COLUMNS,
  ArrowUp: -COLUMNS,
}

/** Every tool of the box as a tile; arrow keys go through them, as in any row of tabs. */
export function ToolTiles({ tools, tool, onChange }: Props) {
  const { t } = useTranslation('toolbox')
  const row = useRef<HTMLDivElement>(null)
  const go = (index: number) => {
    const next = tools[(index + tools.length) % tools.length]
    if (!next) return
    onChange(next.id)
    row.current?.querySelector<HTMLElement>(`[data-tool="${next.id}"]`)?.focus()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const place = tools.findIndex(({ id }) => id === tool)
    const step = STEPS[event.key]
    if (step !== undefined) go(place + step)
    else if (event.key === 'Home') go(0)
    else if (event.key === 'End') go(tools.length - 1)
    else return
    event.preventDefault()
  }
  return (
    // The chosen tile has the focus, not the row of them.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div ref={row} className="toolbox-tiles" role="tablist" aria-label={t('tools')} onKeyDown={handleKeyDown}>
      {tools.map(({ id }) => {
        const Icon = TOOL_ICONS[id]
        return (
          <button
            key={id}
            type="button"
            role="tab"
            data-tool={id}
            aria-selected={id === tool}
            aria-label={t(`route.${id}`)}
            tabIndex={id === tool ? 0 : -1}
            onClick={() => onChange(id)}
          >
            {Icon && <Icon />}
            <span aria-hidden>{t(`short.${id}`)}</span>
          </button>
        )
      })}
    </div>
  )
}
