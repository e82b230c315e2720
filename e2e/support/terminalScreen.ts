import type { Page } from 'playwright-core'
import { until } from './fixtures.ts'

const LIVE_MS = 30_000

/** Has terminals write what stands on them into the tree for screen readers too, because the picture is one of pixels. */
export const readableTerminals = () => localStorage.setItem('windlass-terminal', JSON.stringify({ screenReader: true }))

/** What a terminal shows now, line by line. */
export async function terminalText(page: Page, pane = 0): Promise<string> {
  const lines = page.locator('.terminal-pane[data-shown="true"]').nth(pane).locator('.xterm-accessibility-tree > div')
  return (await lines.allInnerTexts()).map((line) => line.replaceAll('\u00a0', ' ').trimEnd()).join('\n')
}

/** Waits until a terminal shows something. */
export const terminalShows = (page: Page, what: string | RegExp, pane = 0, limitMs = LIVE_MS): Promise<boolean> =>
  until(
    `the terminal shows ${what}`,
    async () => {
      const text = await terminalText(page, pane)
      return typeof what === 'string' ? text.includes(what) : what.test(text)
    },
    limitMs,
  )

/** The size of a terminal. */
export async function terminalSize(page: Page, pane = 0): Promise<[cols: number, rows: number]> {
  const [cols = '0', rows = '0'] = (await page.locator('.terminal-size').nth(pane).innerText()).split('×')
  return [Number(cols), Number(rows)]
}
