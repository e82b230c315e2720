import type { DialogProps } from '@windlass/shared-kit/remote'
import { PRIVATE_PREFIX } from '@windlass/shared-kit/session'
import { useUrlState } from '@windlass/shared-kit/ui'
import { useEffect, useEffectEvent, useState } from 'react'
import { readLinkState } from './box/deepLink.ts'
import { type Memory, makeMemory } from './box/memory.ts'
import { ToolboxModal } from './box/ToolboxModal.tsx'
import type { InitialState } from './box/tool.ts'
import { TOOLS } from './tools/tools.ts'

const LAST_TOOL = 'tool'
const isTool = (id: string) => TOOLS.some((tool) => tool.id === id)

/** Of one visit: who signs in next gets a memory of his own. */
const makeOwnMemory = () =>
  makeMemory({ prefix: `${PRIVATE_PREFIX}toolbox.`, choice: 'windlass-toolbox-remembers', isKeptAtFirst: true })

/** The tool asked for, else the one used last, else the first. */
const toolFor = (wish: string, memory: Memory) => [wish, memory.read(LAST_TOOL)].find(isTool) ?? TOOLS[0]?.id ?? ''

/** What the address asks for, after the # of the console. */
const askedInAddress = () => new URLSearchParams(location.hash.split('?')[1]).get('tool') ?? ''

/** This module is loaded for an address, or when a pointer rests on the button; the tool that will probably show comes along. */
async function loadAhead(): Promise<void> {
  const expected = toolFor(askedInAddress(), makeOwnMemory())
  await TOOLS.find(({ id }) => id === expected)?.load()
}
loadAhead().catch((error: unknown) => console.warn('a tool could not be loaded ahead', error))

/** What a link says: a tool, and inputs for it. */
function useLinked(tool: string, inputs: string): InitialState | undefined {
  const [read, setRead] = useState<{ inputs: string; state?: InitialState }>({ inputs: '' })
  if (read.inputs !== inputs && inputs !== '') {
    const state = readLinkState(inputs)
    setRead({ inputs, ...(state !== undefined && { state: { [tool]: state } }) })
  }
  return read.state
}

/** The developer's toolbox in the console: its address names the tool, so that what is seen can be sent to somebody. */
export default function ToolboxDialog({ item, open, onClose }: DialogProps) {
  const [memory] = useState(makeOwnMemory)
  const url = useUrlState({ tool: '', with: '' })
  const [tool, setTool] = useState(() => toolFor(item, memory))
  const wish = open ? item : undefined
  const [granted, setGranted] = useState<string>()
  if (wish !== granted) {
    setGranted(wish)
    if (wish !== undefined) setTool(toolFor(wish, memory))
  }
  const linked = useLinked(url.values.tool, url.values.with)

  const publish = useEffectEvent((shown: string) => {
    memory.write(LAST_TOOL, shown)
    url.change({ tool: shown })
  })
  useEffect(() => {
    if (open) publish(tool)
  }, [open, tool])

  const change = (next: string) => {
    setTool(next)
    url.change({ tool: next, with: '' })
  }
  const close = () => {
    url.change({ tool: '', with: '' })
    onClose()
  }
  const linkTo = (id: string, inputs: string) => {
    const [page = '', query = ''] = location.hash.split('?')
    const parameters = new URLSearchParams(query)
    parameters.set('tool', id)
    parameters.set('with', inputs)
    return `${location.origin}${location.pathname}${page || '#/'}?${parameters}`
  }
  return (
    <ToolboxModal
      tools={TOOLS}
      tool={tool}
      open={open}
      onClose={close}
      onToolChange={change}
      memory={memory}
      initialState={linked}
      // The link no longer says what is seen.
      onEdit={() => url.values.with !== '' && url.change({ with: '' })}
      linkTo={linkTo}
    />
  )
}
