import { useEffect, useEffectEvent } from 'react'
import { useToolHome } from './ToolContext.ts'

/** Says, in the user's language, what would be lost if the box were closed now; undefined for nothing. */
export function useRisk(what: string | undefined): void {
  const home = useToolHome()
  const say = useEffectEvent((text: string | undefined) => home.risk(text))
  useEffect(() => {
    say(what)
    return () => say(undefined)
  }, [what])
}
