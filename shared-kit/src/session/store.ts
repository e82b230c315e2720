import { createStore, Provider } from 'jotai'
import { createElement, type ReactNode } from 'react'

/** The one store of the page; outside React (the transport, the guard) it is read directly. */
export const store = createStore()

/** Puts everything below it on the one store. */
export function SessionProvider({ children }: { children: ReactNode }) {
  return createElement(Provider, { store }, children)
}
