import type { Locator, Page } from 'playwright-core'
import type { Visit } from './browser.ts'

/** Every tool with the name that the English menu gives it, in the order of the tiles. */
export const TOOLS = [
  ['date', 'Date transform'],
  ['json', 'JSON pretty'],
  ['password', 'Random password'],
  ['unicode', 'Unicode'],
  ['uri', 'URI decode'],
  ['md5', 'MD5'],
  ['cron', 'Crontab'],
  ['qrcode', 'QR code'],
  ['byte', 'Byte transform'],
  ['color', 'Color transform'],
] as const

/** The dialog around the tools, in any language. */
export const toolbox = (page: Page): Locator => page.locator('.toolbox-dialog')

/** The tool that shows, once its code is there. */
export async function shownTool(page: Page): Promise<Locator> {
  await page.locator('.toolbox-panel:not([hidden]) .toolbox-tool').waitFor()
  return page.getByRole('tabpanel')
}

/** An address that shows a tool, with inputs as a link carries them. */
export function toolAddress(tool: string, inputs?: Readonly<Record<string, unknown>>): string {
  const packed = inputs && `&with=${Buffer.from(JSON.stringify(inputs)).toString('base64url')}`
  return `/#/deploy/index?tool=${tool}${packed ?? ''}`
}

/** Opens the console anew with one tool and nothing remembered. */
export async function openTool({ page }: Visit, tool: string, inputs?: Readonly<Record<string, unknown>>) {
  await page.evaluate(() => localStorage.clear())
  // From one hash to another the page would stay, with all that its tools hold.
  await page.goto('about:blank')
  await page.goto(toolAddress(tool, inputs))
  return shownTool(page)
}

/** Lets the page use the clipboard as a person's browser does, and says what is in it. */
export async function allowClipboard({ page, context }: Visit) {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  return {
    read: () => page.evaluate(() => navigator.clipboard.readText()),
    /** Pastes into what has the focus, with the keys. */
    paste: async (text: string) => {
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
      await page.keyboard.press('ControlOrMeta+v')
    },
  }
}
