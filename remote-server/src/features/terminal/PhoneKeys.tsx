import { useTranslation } from '@windlass/shared-kit/i18n'
import { useAtomValue } from '@windlass/shared-kit/session'
import type { PointerEvent } from 'react'
import type { LiveTerminal } from './LiveTerminal.ts'
import { pasteClipboard, press } from './terminalActions.ts'

const KEYS: readonly (readonly [string, string])[] = [
  ['Esc', '\u001b'],
  ['Tab', '\t'],
  ['←', '\u001b[D'],
  ['↓', '\u001b[B'],
  ['↑', '\u001b[A'],
  ['→', '\u001b[C'],
  ['^C', '\u0003'],
  ['|', '|'],
  ['/', '/'],
  ['-', '-'],
  ['~', '~'],
]

/** The keyboard of a phone stays open when one of these is touched. */
const keepFocus = (event: PointerEvent) => event.preventDefault()

/** The keys that keyboards on glass leave out. */
export function PhoneKeys({ live }: { live: LiveTerminal }) {
  const { t } = useTranslation('server')
  const { isCtrlHeld } = useAtomValue(live.stateAtom)
  return (
    <div className="terminal-keys" role="toolbar" aria-label={t('terminal.keyRow')}>
      <button
        type="button"
        aria-pressed={isCtrlHeld}
        onPointerDown={keepFocus}
        onClick={() => live.patch({ isCtrlHeld: !isCtrlHeld })}
      >
        Ctrl
      </button>
      {KEYS.map(([label, input]) => (
        <button key={label} type="button" onPointerDown={keepFocus} onClick={() => press(live, input)}>
          {label}
        </button>
      ))}
      <button type="button" onPointerDown={keepFocus} onClick={() => void pasteClipboard(live)}>
        {t('terminal.pasteKey')}
      </button>
    </div>
  )
}
