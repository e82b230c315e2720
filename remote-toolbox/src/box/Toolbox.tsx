import './toolbox.css'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useEffect, useState } from 'react'
import { writeLinkState } from './deepLink.ts'
import type { Memory } from './memory.ts'
import { RememberSwitch } from './RememberSwitch.tsx'
import { ToolLink } from './ToolLink.tsx'
import { ToolPanel } from './ToolPanel.tsx'
import { ToolTiles } from './ToolTiles.tsx'
import type { InitialState, Tool, ToolResult, ToolState } from './tool.ts'
import { usePreload } from './usePreload.ts'

/** The box without what is around it: the dialog of the console, or the element of a foreign page. */
export interface ToolboxProps {
  /** What is in the box, in this order. */
  tools: readonly Tool[]
  /** Id of the tool that shows. */
  tool: string
  onToolChange: (tool: string) => void
  /** Whether anybody can see the box; timers rest meanwhile. */
  isShown: boolean
  /** The first tool that shows takes the focus: right in a dialog, wrong in a page where it is one thing of many. */
  takesFocus?: boolean
  memory: Memory
  /** Inputs to start with instead of the remembered ones; another object starts the tools it names anew. */
  initialState?: InitialState
  /** Somebody changed the inputs of a tool. */
  onEdit?: (tool: string) => void
  onResult?: (result: ToolResult) => void
  /** What would be lost if the box were closed now, said to a person. */
  onRiskChange?: (risks: readonly string[]) => void
  /** The address that shows a tool, with inputs as `writeLinkState` wrote them; absent where there is no such address. */
  linkTo?: (tool: string, inputs: string) => string
}

/** Ten tools of developers, one at a time. What was shown once stays, with what was typed and where it was scrolled to. */
export function Toolbox({ tools, tool, memory, initialState, isShown, takesFocus = false, ...events }: ToolboxProps) {
  const { t } = useTranslation('toolbox')
  const [visited, setVisited] = useState<readonly string[]>([])
  const [states, setStates] = useState<Readonly<Record<string, ToolState>>>({})
  const risks = useRisks(events.onRiskChange)
  usePreload(tools, isShown)
  if (isShown && !visited.includes(tool)) setVisited([...visited, tool])

  const keep = (id: string, state: ToolState) => {
    setStates((all) => ({ ...all, [id]: state }))
    memory.write(id, JSON.stringify(state))
    events.onEdit?.(id)
  }
  const inputs = () => writeLinkState(states[tool] ?? readRemembered(memory, tool))
  const { linkTo } = events
  return (
    <div className="toolbox">
      {tools.length > 1 && <ToolTiles tools={tools} tool={tool} onChange={events.onToolChange} />}
      {tools
        .filter(({ id }) => visited.includes(id))
        .map(({ id, load }) => (
          <ToolPanel
            key={id}
            id={id}
            load={load}
            isShown={isShown && id === tool}
            isHidden={id !== tool}
            isFocused={takesFocus && id === visited[0]}
            hasTab={tools.length > 1}
            given={initialState?.[id]}
            remembered={() => readRemembered(memory, id)}
            onKeep={(state) => keep(id, state)}
            onReport={(text) => events.onResult?.({ tool: id, text })}
            onRisk={(what) => risks.say(id, what)}
            action={linkTo && <ToolLink name={t(`route.${id}`)} inputs={inputs} linkTo={(text) => linkTo(id, text)} />}
          />
        ))}
      <RememberSwitch memory={memory} />
    </div>
  )
}

/** What was remembered of a tool; an empty object when nothing was. */
function readRemembered(memory: Memory, id: string): ToolState {
  const text = memory.read(id)
  if (text === '') return {}
  try {
    // Whoever uses it checks names and types.
    return JSON.parse(text) as ToolState
  } catch (error) {
    console.warn(`what was remembered of ${id} cannot be read`, error)
    return {}
  }
}

function useRisks(onChange: ToolboxProps['onRiskChange']) {
  const [risks, setRisks] = useState<Readonly<Record<string, string>>>({})
  const say = (id: string, what: string | undefined) =>
    setRisks(({ [id]: _before, ...others }) => (what === undefined ? others : { ...others, [id]: what }))
  useEffect(() => {
    // In braces: what a page's own function returns is no clean-up.
    onChange?.(Object.values(risks))
  }, [risks, onChange])
  return { say }
}
