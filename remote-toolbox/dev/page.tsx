// The toolbox in a page of its own, without the console around it: `pnpm --filter remote-toolbox dev`.
import { i18n, LANGUAGES, type LanguageCode, registerTexts, startI18n, switchLanguage } from '@windlass/shared-kit/i18n'
import { SessionProvider } from '@windlass/shared-kit/session'
import { applyTheme, chooseTheme, useThemeMode } from '@windlass/shared-kit/theme'
import { antdTheme } from '@windlass/shared-kit/ui'
import { App, ConfigProvider } from 'antd'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { readLinkState } from '../src/box/deepLink.ts'
import { makeMemory } from '../src/box/memory.ts'
import { Toolbox } from '../src/box/Toolbox.tsx'
import { ToolboxModal } from '../src/box/ToolboxModal.tsx'
import remote from '../src/remote.ts'
import { TOOLS } from '../src/tools/tools.ts'

// ?tool=json&language=zh-cn&theme=dark&dialog=1&with=…
const wished = new URLSearchParams(location.search)
const memory = makeMemory({ prefix: 'windlass.toolbox.', choice: 'windlass-toolbox-remembers', isKeptAtFirst: true })
const first = wished.get('tool') ?? TOOLS[0]?.id ?? ''
const inputs = readLinkState(wished.get('with') ?? '')
const given = inputs === undefined ? undefined : { [first]: inputs }

function Page() {
  const mode = useThemeMode()
  const [tool, setTool] = useState(first)
  const [isOpen, setOpen] = useState(wished.has('dialog'))
  const box = { tools: TOOLS, tool, onToolChange: setTool, memory, initialState: given }
  return (
    <ConfigProvider theme={antdTheme(mode)} button={{ autoInsertSpace: false }}>
      <App>
        <nav>
          {Object.entries(LANGUAGES).map(([code, name]) => (
            <button key={code} type="button" onClick={() => void switchLanguage(code as LanguageCode)}>
              {name}
            </button>
          ))}
          <button type="button" onClick={() => chooseTheme(mode === 'dark' ? 'light' : 'dark')}>
            ◐
          </button>
          <button type="button" onClick={() => setOpen(true)}>
            600 px
          </button>
        </nav>
        <main>{!isOpen && <Toolbox {...box} isShown />}</main>
        <ToolboxModal {...box} open={isOpen} onClose={() => setOpen(false)} />
      </App>
    </ConfigProvider>
  )
}

const language = wished.get('language')
await startI18n(language === 'zh-cn' || language === 'en' ? language : undefined)
await registerTexts('toolbox', remote.locales)
const theme = wished.get('theme')
if (theme === 'dark' || theme === 'light') chooseTheme(theme)
applyTheme()
document.title = i18n.t('toolbox:route.toolbox')
const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(
  <SessionProvider>
    <Page />
  </SessionProvider>,
)
