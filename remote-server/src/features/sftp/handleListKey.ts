import type { KeyboardEvent } from 'react'
import type { Command } from './commands.ts'
import { choose, chooseAll, findByStart, NOTHING, reachOf, step } from './selection.ts'
import type { PaneState } from './usePane.ts'

const TYPING_MS = 800

interface Keys {
  pane: PaneState
  /** Rows a key goes over in the direction of lines: 1 in a list, as many as fit beside each other in a grid. */
  perLine: number
  linesPerPage: number
  onCommand: (command: Command) => void
  onMenu: () => void
}

const COMMANDS: Readonly<Record<string, Command>> = {
  Enter: 'open',
  F2: 'rename',
  Delete: 'delete',
  F5: 'copyAcross',
  F6: 'moveAcross',
}

const WITH_CTRL: Readonly<Record<string, Command>> = { c: 'copy', x: 'cut', v: 'paste' }

const typed = { text: '', at: 0 }

/** What is typed within a moment belongs together. */
function typedSoFar(letter: string): string {
  const now = performance.now()
  typed.text = now - typed.at < TYPING_MS ? typed.text + letter : letter
  typed.at = now
  return typed.text
}

/** By how many rows a key moves the cursor; undefined when it does not. */
function stepOf(key: string, { perLine, linesPerPage, pane }: Keys): number | undefined {
  const page = perLine * linesPerPage
  const steps: Readonly<Record<string, number>> = {
    ...{ ArrowDown: perLine, ArrowUp: -perLine, PageDown: page, PageUp: -page },
    ...{ Home: -pane.names.length, End: pane.names.length },
    ...(perLine > 1 && { ArrowLeft: -1, ArrowRight: 1 }),
  }
  return steps[key]
}

function handlePlace(event: KeyboardEvent, { pane }: Keys): boolean {
  const { key, altKey } = event
  if (key === 'Backspace' || (altKey && key === 'ArrowUp')) pane.goUp()
  else if (altKey && key === 'ArrowLeft') pane.travel(-1)
  else if (altKey && key === 'ArrowRight') pane.travel(1)
  else return false
  return true
}

function handleChoice(event: KeyboardEvent, keys: Keys): boolean {
  const { pane } = keys
  const { names, selection, setSelection } = pane
  const isCtrl = event.ctrlKey || event.metaKey
  const by = stepOf(event.key, keys)
  if (by !== undefined && !event.altKey) {
    setSelection(step(selection, names, by, reachOf(event)))
    return true
  }
  if (isCtrl && event.key.toLowerCase() === 'a') setSelection(chooseAll(selection, names))
  else if (event.key === 'Escape' && selection.names.size > 0) setSelection(NOTHING)
  else if (event.key === ' ' && selection.cursor !== undefined) {
    setSelection(choose(selection, names, selection.cursor, 'add'))
  } else return false
  return true
}

function handleTyping(event: KeyboardEvent, { pane }: Keys): boolean {
  if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return false
  // Leads to the search of the page, as everywhere in the console.
  if (event.key === '/' || event.key === '?') return false
  const found = findByStart(pane.selection, pane.names, typedSoFar(event.key))
  if (found !== undefined) pane.setSelection(choose(pane.selection, pane.names, found, 'only'))
  return true
}

function commandOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): Command | undefined {
  if (altKey) return undefined
  if (ctrlKey || metaKey) return shiftKey ? undefined : WITH_CTRL[key.toLowerCase()]
  return shiftKey ? undefined : COMMANDS[key]
}

/** The keyboard on a list of files. */
export function handleListKey(event: KeyboardEvent, keys: Keys): void {
  const isMenu = event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')
  const command = commandOf(event)
  if (isMenu) keys.onMenu()
  else if (command) keys.onCommand(command)
  else if (!handlePlace(event, keys) && !handleChoice(event, keys) && !handleTyping(event, keys)) return
  event.preventDefault()
  event.stopPropagation()
}
