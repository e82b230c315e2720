import { type Captcha, UserCaptcha, UserCheckCaptcha } from '@windlass/shared-kit/contract/session'
import { toast } from '@windlass/shared-kit/feedback'
import { ApiError, call } from '@windlass/shared-kit/http'
import { currentLanguage, useTranslation } from '@windlass/shared-kit/i18n'
import { useState } from 'react'

export type CaptchaState = 'check' | 'default' | 'error' | 'over' | 'success'

/** A click on the picture, in its own pixels. */
export interface Dot {
  x: number
  y: number
}

const MAX_DOTS = 5
/** After this many automatic new pictures the next failure ends the round. */
const MAX_REFRESHES = 6
/** The server's tolerance is laid out for the corner of a 22 px marker, not for its centre. */
const MARKER_OFFSET = 11

const placesOf = (dots: readonly Dot[]) =>
  dots.flatMap(({ x, y }) => [Math.trunc(x - MARKER_OFFSET), Math.trunc(y - MARKER_OFFSET)])

/** The click-in-order captcha: a picture, the clicks on it, and what the server says about them. */
export function useCaptcha(account: string, onPassed: (key: string) => void) {
  const { t } = useTranslation('host')
  const [state, setState] = useState<CaptchaState>('default')
  const [before, setBefore] = useState<CaptchaState>('default')
  const [isOpen, setOpen] = useState(false)
  const [picture, setPicture] = useState<Captcha>()
  const [dots, setDots] = useState<readonly Dot[]>([])
  const [refreshes, setRefreshes] = useState(0)

  const close = (next: CaptchaState = before) => {
    setOpen(false)
    setDots([])
    setState(next)
  }
  const load = async () => {
    setPicture(undefined)
    setDots([])
    try {
      setPicture(await call(UserCaptcha, { language: currentLanguage(), account }))
    } catch {
      // Shown by the host; without a picture there is nothing to click on.
      close()
    }
  }
  const open = async () => {
    if (state === 'over') setRefreshes(0)
    setBefore(state)
    setState('check')
    setOpen(true)
    await load()
  }
  const refuse = async () => {
    if (refreshes >= MAX_REFRESHES) return close('over')
    setRefreshes(refreshes + 1)
    setBefore('error')
    setState('error')
    await load()
  }
  const check = async () => {
    if (!picture) return
    if (dots.length === 0) return toast.warning(t('captcha.nothingClicked'))
    try {
      await call(UserCheckCaptcha, { key: picture.key, dots: placesOf(dots) }, { quiet: true })
    } catch (error) {
      if (!(error instanceof ApiError)) toast.error(t('hasError'))
      return refuse()
    }
    toast.success(t('captcha.success'))
    close('success')
    onPassed(picture.key)
  }

  const add = (dot: Dot) => setDots((current) => (current.length < MAX_DOTS ? [...current, dot] : current))
  /** Takes back a click and those after it. */
  const undo = (index: number) => setDots((current) => current.slice(0, index))

  return { state, isOpen, picture, dots, open, check, load, close, add, undo }
}
