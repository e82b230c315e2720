import { type Rgb, readHex } from './rgb.ts'

/** Some browsers let people pick a colour from anywhere on the screen; the types of the DOM do not know it yet. */
type EyeDropperClass = new () => { open: () => Promise<{ sRGBHex: string }> }

const eyeDropperClass = () => (globalThis as { EyeDropper?: EyeDropperClass }).EyeDropper

/** Whether this browser has one. */
export function hasEyeDropper(): boolean {
  return eyeDropperClass() !== undefined
}

/** The colour somebody picked; undefined if they changed their mind. */
export async function pickFromScreen(): Promise<Rgb | undefined> {
  const EyeDropper = eyeDropperClass()
  if (!EyeDropper) return undefined
  try {
    return readHex((await new EyeDropper().open()).sRGBHex)
  } catch (error) {
    // Escape was pressed.
    if (error instanceof DOMException && error.name === 'AbortError') return undefined
    throw error
  }
}
