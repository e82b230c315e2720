import { TERMINAL_PIECE_BYTES } from '@windlass/shared-kit/contract/terminal'

/** When to ask before text goes into a terminal: always for several lines, only when they would run at once, or never. */
export const PASTE_QUESTIONS = ['lines', 'runs', 'never'] as const
export type PasteQuestion = (typeof PASTE_QUESTIONS)[number]

/** More than this is hardly typed on purpose. */
const LONG = 5_000

// Everything that does something to a terminal instead of standing for itself; tab and line ends stay.
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g

// What takes no room or turns the writing around; the two joiners stay, which scripts and emoji are written with.
const UNSEEN = /[\p{Cf}--[\u200c\u200d]]/gv

/** Text as it may be pasted: no escape sequences, so that nothing in it can end the paste early or press a key. */
export function harmless(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(CONTROLS, '')
}

/** How many lines of a text would be entered, an unfinished last one included. */
export const linesOf = (text: string): number => text.replace(/\n$/, '').split('\n').length

const codeOf = (character: string) => `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`

/** The characters of a text that deceive whoever reads it, each once, by their codes. */
export const unseenIn = (text: string): string[] => [...new Set(text.match(UNSEEN))].map(codeOf)

/** A text with a mark in place of each character that deceives. */
export const seenText = (text: string): string => text.replaceAll(UNSEEN, (found) => `⟨${codeOf(found)}⟩`)

/** A text that is what it looks like. */
export const withoutUnseen = (text: string): string => text.replaceAll(UNSEEN, '')

/** Whether a person should look at a text before it goes in; `isBracketed` says that the program takes it as one piece. */
export function asksBeforePaste(text: string, question: PasteQuestion, isBracketed: boolean): boolean {
  if (question === 'never') return false
  if (unseenIn(text).length > 0) return true
  const isRisky = text.includes('\n') || text.length > LONG
  return isRisky && (question === 'lines' || !isBracketed)
}

/** Cuts what is typed into pieces that every server takes at once. */
export function piecesOf(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const pieces = []
  for (let from = 0; from < bytes.length; from += TERMINAL_PIECE_BYTES) {
    pieces.push(bytes.subarray(from, from + TERMINAL_PIECE_BYTES))
  }
  return pieces
}
