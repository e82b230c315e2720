import './app.css'
import './provided/shared.js'
import { registerTexts, startI18n } from '@windlass/shared-kit/i18n'
import { applyTheme } from '@windlass/shared-kit/theme'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { startRegistry } from './areas/registry.ts'
import { startErrorCatalogue } from './feedback/errorCatalogue.ts'
import { watchPreferences } from './guard/ownPreferences.ts'
import { prepareFirstPage } from './guard/prepareFirstPage.ts'

async function start(): Promise<void> {
  applyTheme()
  startRegistry()
  startErrorCatalogue()
  await startI18n()
  watchPreferences()
  const texts = registerTexts('host', {
    en: () => import('./locales/en.json'),
    'zh-cn': () => import('./locales/zh-cn.json'),
  })
  // The skeleton of the page stays until there is something to show: drawing in steps is slower and jumps.
  await Promise.all([texts, prepareFirstPage()])
  createRoot(rootElement()).render(<App />)
}

function rootElement(): HTMLElement {
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no element named root')
  return root
}

start().catch((error: unknown) => {
  // Without texts there is nothing to translate with; the reason is what helps.
  rootElement().textContent = `Windlass could not start: ${error instanceof Error ? error.message : String(error)}`
  console.error(error)
})
