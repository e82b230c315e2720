import './captcha.css'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { CaptchaPicture } from './CaptchaPicture.tsx'
import { type CaptchaState, useCaptcha } from './useCaptcha.ts'

const SHAPE: Record<CaptchaState, string> = { default: '◎', check: '◌', error: '✕', over: '✕', success: '✓' }

interface Props {
  /** Who failed: the captcha is good for this account alone. */
  account: string
  onPassed: (key: string) => void
}

/** One button that says where the check stands, with the picture above it while it runs. */
export default function CaptchaButton({ account, onPassed }: Props) {
  const { t } = useTranslation('host')
  const captcha = useCaptcha(account, onPassed)
  const canOpen = captcha.state !== 'success' && !captcha.isOpen
  const mayRetry = captcha.state === 'error' || captcha.state === 'over'
  return (
    <div className="captcha">
      {captcha.isOpen && <CaptchaPicture captcha={captcha} />}
      <button
        type="button"
        className={`captcha-button captcha-${captcha.state}`}
        disabled={!canOpen}
        aria-expanded={captcha.isOpen}
        onClick={() => void captcha.open()}
      >
        <span aria-hidden="true">{SHAPE[captcha.state]}</span>
        <span aria-live="polite">
          {t(`captcha.${captcha.state}`)} {mayRetry && <b>{t('captcha.retry')}</b>}
        </span>
      </button>
    </div>
  )
}
