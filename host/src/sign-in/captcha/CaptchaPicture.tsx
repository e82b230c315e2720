import { useTranslation } from '@windlass/shared-kit/i18n'
import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import type { Dot, useCaptcha } from './useCaptcha.ts'

const WIDTH = 300
const HEIGHT = 240
const STEP = 6
const MOVES: Record<string, readonly [number, number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
}
const clamp = (value: number, max: number) => Math.min(Math.max(value, 0), max)

/** The picture to click on, in the order of the small one; arrow keys and Enter do the same without a pointer. */
export function CaptchaPicture({ captcha }: { captcha: ReturnType<typeof useCaptcha> }) {
  const { t } = useTranslation('host')
  const { picture, dots } = captcha
  const [cursor, setCursor] = useState<Dot>()

  const handleClick = (event: MouseEvent<HTMLElement>) => {
    // A click made by the keyboard has no place; the cursor has.
    if (event.detail === 0) return
    const box = event.currentTarget.getBoundingClientRect()
    captcha.add({ x: event.clientX - box.left, y: event.clientY - box.top })
  }
  const handleKey = (event: KeyboardEvent) => {
    const move = MOVES[event.key]
    const at = cursor ?? { x: WIDTH / 2, y: HEIGHT / 2 }
    if (move) setCursor({ x: clamp(at.x + move[0], WIDTH), y: clamp(at.y + move[1], HEIGHT) })
    else if (event.key === 'Enter' || event.key === ' ') captcha.add(at)
    else return
    event.preventDefault()
  }

  return (
    <fieldset className="captcha-panel" aria-label={t('captcha.tips')}>
      <header>
        <span>
          {t('captcha.tips')} <b>{t('captcha.inOrder')}</b>
        </span>
        {picture && <img src={picture.thumbBase64} width={150} height={40} alt={t('captcha.inOrder')} />}
      </header>
      <div className="captcha-area">
        {picture ? (
          <button type="button" className="captcha-picture" onClick={handleClick} onKeyDown={handleKey}>
            <img src={picture.base64} width={WIDTH} height={HEIGHT} alt={t('captcha.pictureAlt')} draggable={false} />
          </button>
        ) : (
          <output className="captcha-loading" aria-label={t('loading')} />
        )}
        {cursor && <i className="captcha-cursor" style={{ left: cursor.x, top: cursor.y }} />}
        <Dots dots={dots} onUndo={captcha.undo} />
      </div>
      <footer>
        <button type="button" className="button-quiet" onClick={() => captcha.close()}>
          {t('close')}
        </button>
        <button type="button" className="button-quiet" onClick={() => void captcha.load()}>
          {t('captcha.refresh')}
        </button>
        <button type="button" className="button-primary" onClick={() => void captcha.check()}>
          {t('confirm')}
        </button>
      </footer>
    </fieldset>
  )
}

/** The clicks so far; each takes itself and those after it back. */
function Dots({ dots, onUndo }: { dots: readonly Dot[]; onUndo: (index: number) => void }) {
  const { t } = useTranslation('host')
  return dots.map((dot, index) => (
    <button
      key={`${dot.x} ${dot.y}`}
      type="button"
      className="captcha-dot"
      style={{ left: dot.x, top: dot.y }}
      aria-label={t('captcha.undo', { number: index + 1 })}
      onClick={() => onUndo(index)}
    >
      {index + 1}
    </button>
  ))
}
