import { useSyncExternalStore } from 'react'
import type { ToolboxTheme } from './options.ts'

const DARK = '(prefers-color-scheme: dark)'

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(DARK)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** Light or dark; the component renders again when the operating system changes its mind. */
export function useMode(wished: ToolboxTheme['mode']): 'dark' | 'light' {
  const isDark = useSyncExternalStore(subscribe, () => matchMedia(DARK).matches)
  if (wished === 'dark' || wished === 'light') return wished
  return isDark ? 'dark' : 'light'
}
