import { atom, useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useRef } from 'react'
import { store } from './store.ts'

/** Where the one websocket of the page stands. */
export type SocketState = 'closed' | 'connecting' | 'open'

interface SocketMessage {
  type: number
  message: unknown
}

/** Written by the host only. */
export const socketStateAtom = atom<SocketState>('closed')

/** The last message of any type (Specification 3). */
export const latestSocketMessageAtom = atom<SocketMessage | null>(null)

type Listener = (message: unknown) => void
const listeners = new Map<number, Set<Listener>>()

/** Hands a message to everybody who listens for its type, also when several arrive before the next render. */
export function announceSocketMessage(message: SocketMessage): void {
  store.set(latestSocketMessageAtom, message)
  for (const listener of listeners.get(message.type) ?? []) listener(message.message)
}

/** Calls `onMessage` for every websocket message of one type while the component is mounted. */
export function useSocketMessage<Message>(type: number, onMessage: (message: Message) => void): void {
  // The type number decides the shape (contract/socket.ts); the server is trusted to keep to it.
  const handle = useEffectEvent((message: unknown) => onMessage(message as Message))
  useEffect(() => {
    const listener: Listener = (message) => handle(message)
    const group = listeners.get(type) ?? new Set<Listener>()
    listeners.set(type, group.add(listener))
    return () => {
      group.delete(listener)
    }
  }, [type])
}

/** Calls `onReopened` when the websocket is back after a drop: messages may have been missed meanwhile. */
export function useSocketReopened(onReopened: () => void): void {
  const state = useAtomValue(socketStateAtom)
  const wasOpen = useRef(false)
  const handle = useEffectEvent(onReopened)
  useEffect(() => {
    if (state !== 'open') return
    if (wasOpen.current) handle()
    wasOpen.current = true
  }, [state])
}
