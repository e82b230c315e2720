import type { LanguageCode } from '@windlass/shared-kit/i18n'
import { renderPage } from '@windlass/shared-kit/testing'
import { makeMemory } from '../box/memory.ts'
import { Toolbox } from '../box/Toolbox.tsx'
import type { ToolResult, ToolState } from '../box/tool.ts'
import remote from '../remote.ts'
import { TOOLS } from '../tools/tools.ts'

interface Options {
  /** Inputs to start with. */
  state?: ToolState
  language?: LanguageCode
}

/** Draws a box with one tool in it, as the console or a foreign page would. */
export async function renderTool(tool: string, { state, language = 'en' }: Options = {}) {
  const results: ToolResult[] = []
  const risks: (readonly string[])[] = []
  // Not for a run of several tests: what one of them typed is not there for the next.
  localStorage.clear()
  const memory = makeMemory({ prefix: 'toolbox.', choice: 'toolbox', isKeptAtFirst: true })
  const page = await renderPage(
    <Toolbox
      tools={TOOLS.filter(({ id }) => id === tool)}
      tool={tool}
      onToolChange={() => undefined}
      isShown
      memory={memory}
      initialState={state && { [tool]: state }}
      onResult={(result) => results.push(result)}
      onRiskChange={(all) => risks.push(all)}
    />,
    { remote, language },
  )
  return {
    ...page,
    /** What an embedding page was told last; "" when there is no result. */
    result: () => results.at(-1)?.text ?? '',
    /** What would be lost by closing now. */
    risks: () => risks.at(-1) ?? [],
    /** What the browser keeps of the tool. */
    remembered: () => JSON.parse(memory.read(tool) || '{}') as Record<string, unknown>,
  }
}
