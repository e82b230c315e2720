import { useState } from 'react'

const PREFIX = 'windlass.toolbox.'
/** Browsers give all of a site's pages some 5 MB; one text must not take them. */
const LONGEST = 500_000

/** Reads what was remembered in this browser; "" when nothing was. */
export function recall(name: string): string {
  return localStorage.getItem(PREFIX + name) ?? ''
}

/** Remembers a text in this browser; one that is empty or too long is forgotten instead. */
export function remember(name: string, text: string): void {
  if (text === '' || text.length > LONGEST) localStorage.removeItem(PREFIX + name)
  else localStorage.setItem(PREFIX + name, text)
}

/** A text that is still there when the browser comes back. */
export function useRemembered(name: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => recall(name))
  const change = (next: string) => {
    setText(next)
    remember(name, next)
  }
  return [text, change]
}
