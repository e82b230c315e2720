import type { Terminal } from '@xterm/xterm'

/**
 * Keeps what stood on the screen in the scrollback when a program clears it. While only some rows scroll, xterm would
 * move those alone and leave the others as they are, so then the screen is just cleared.
 */
export function keepErased(terminal: Terminal): void {
  let hasRegion = false
  const isNormal = () => terminal.buffer.active.type === 'normal'
  // Each answers that the terminal itself has still to do what was asked.
  terminal.parser.registerCsiHandler({ final: 'r' }, ([top, bottom]) => {
    if (isNormal()) hasRegion = Number(top) > 1 || (Number(bottom) > 0 && Number(bottom) < terminal.rows)
    return false
  })
  terminal.parser.registerEscHandler({ final: 'c' }, () => {
    hasRegion = false
    return false
  })
  terminal.onResize(() => {
    hasRegion = false
  })
  terminal.parser.registerCsiHandler({ final: 'J' }, () => {
    terminal.options.scrollOnEraseInDisplay = isNormal() && !hasRegion
    return false
  })
}
