import { cssVariables, DARK, LIGHT, type Palette } from '@windlass/shared-kit/theme/tokens'
import { antdTheme } from '@windlass/shared-kit/ui'
import type { ConfigProviderProps } from 'antd'

/** How antd and we look. */
interface Look {
  theme: ConfigProviderProps['theme']
  /** The palette as custom properties. */
  variables: Readonly<Record<string, string>>
}

/** More than a page has at once; antd works out its styles anew for each look it meets. */
const KEPT_LOOKS = 12
const looks = new Map<string, Look>()
let made = 0

function makeLook(mode: 'dark' | 'light', tokens: Partial<Palette>): Look {
  const palette = { ...(mode === 'dark' ? DARK : LIGHT), ...tokens }
  made += 1
  // Each look has a name of its own, because several of them may be in one page. Hashed, antd's rules for every link of the
  // console are rules for links of its own, which matters where there is no shadow root.
  const theme = { ...antdTheme(mode, palette), cssVar: { key: `wl-look-${made}` }, hashed: true }
  return { theme, variables: { ...cssVariables(palette), 'color-scheme': mode } }
}

/** The same object for the same look. */
export function lookOf(mode: 'dark' | 'light', tokens: Partial<Palette>): Look {
  const key = JSON.stringify([mode, tokens])
  const look = looks.get(key) ?? makeLook(mode, tokens)
  looks.delete(key)
  looks.set(key, look)
  const [oldest = key] = looks.keys()
  if (looks.size > KEPT_LOOKS) looks.delete(oldest)
  return look
}
