import { useEffect, useEffectEvent } from 'react'
import { useToolHome } from './ToolContext.ts'

/** Tells whoever embeds the box what the tool shows as its result; "" means that there is none. */
export function useResult(text: string): void {
  const home = useToolHome()
  const report = useEffectEvent((result: string) => home.report(result))
  useEffect(() => {
    // In braces: what a page's own function returns is no clean-up.
    report(text)
  }, [text])
}
