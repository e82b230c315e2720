import type { TerminalSession } from '@windlass/shared-kit/contract/terminal'
import type { LiveTerminal } from './LiveTerminal.ts'
import { useSessions } from './useSessions.ts'
import { useStates } from './useStates.ts'

/** The caller's sessions that this page does not hold: on another device, or waiting for him. */
export function useElsewhere(lives: ReadonlyMap<string, LiveTerminal>): TerminalSession[] {
  const sessions = useSessions()
  const here = new Set(
    [...useStates(lives).values()].flatMap(({ session, link }) =>
      session && link.phase !== 'ended' ? [session.session] : [],
    ),
  )
  return (sessions.data ?? []).filter(({ session }) => !here.has(session))
}
