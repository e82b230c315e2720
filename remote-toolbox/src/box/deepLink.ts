import type { ToolState } from './tool.ts'

/** What every browser, mail program and chat takes as one address. */
const LONGEST = 4000

/** Inputs as one parameter of an address; undefined when they are too long for one. */
export function writeLinkState(state: ToolState): string | undefined {
  const bytes = new TextEncoder().encode(JSON.stringify(state))
  if (bytes.length > LONGEST) return undefined
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The inputs an address carries; undefined when it carries none that can be read. */
export function readLinkState(text: string): unknown {
  if (text === '') return undefined
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    )
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    console.warn('the link holds no inputs that can be read', error)
    return undefined
  }
}
