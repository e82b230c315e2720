import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { LiveTerminal } from './LiveTerminal.ts'
import { followLink } from './terminalActions.ts'
import type { PaneSource, Workspace } from './workspace.ts'

interface Owner {
  onSource: (pane: string, source: PaneSource) => void
  onKey: (pane: string, event: KeyboardEvent) => boolean
  onPeople: () => void
}

/** The terminals of all panes, whether they are seen or not; each lives as long as its pane. */
export function useLiveTerminals(panes: Workspace['panes'], owner: Owner): ReadonlyMap<string, LiveTerminal> {
  const kept = useRef(new Map<string, LiveTerminal>())
  const latest = useRef(owner)
  const [shown, setShown] = useState<ReadonlyMap<string, LiveTerminal>>(new Map())

  useEffect(() => {
    latest.current = owner
  })
  const follow = useEffectEvent((wanted: Workspace['panes']) => {
    const lives = kept.current
    const before = [...lives.keys()].join()
    for (const [id, live] of lives) {
      if (id in wanted) continue
      live.dispose()
      lives.delete(id)
    }
    for (const [id, source] of Object.entries(wanted)) {
      if (lives.has(id)) continue
      const live = new LiveTerminal(source, {
        onSource: (found) => latest.current.onSource(id, found),
        onLink: (address, shown) => followLink(live, address, shown),
        onKey: (event) => latest.current.onKey(id, event),
        onPeople: () => latest.current.onPeople(),
      })
      lives.set(id, live)
    }
    if ([...lives.keys()].join() !== before) setShown(new Map(lives))
  })
  useEffect(() => follow(panes), [panes])
  useEffect(() => {
    const lives = kept.current
    return () => {
      for (const live of lives.values()) live.dispose()
      lives.clear()
    }
  }, [])
  return shown
}
