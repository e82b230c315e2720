import type { LoginConfig } from '@windlass/shared-kit/contract/session'
import { useTranslation } from '@windlass/shared-kit/i18n'

const POPUP = 'left=200,top=200,width=800,height=600'

/** Sign-in through a chat provider, in a window of its own; nothing when none is configured. */
export function MediaButtons({ addresses }: { addresses: LoginConfig['mediaURL'] | undefined }) {
  const { t } = useTranslation('host')
  const offered = (['dingtalk', 'feishu'] as const).filter((name) => addresses?.[name])
  if (!addresses || offered.length === 0) return null
  const open = (address: string) => {
    const redirect = encodeURIComponent(location.origin + location.pathname)
    window.open(`${address}&redirect_uri=${redirect}`, 'loginPopup', POPUP)
  }
  return (
    <div className="sign-in-media">
      <span>{t('signInWith')}</span>
      {offered.map((name) => (
        <button key={name} type="button" className="button-quiet" onClick={() => open(addresses[name])}>
          {t(`media.${name}`)}
        </button>
      ))}
    </div>
  )
}
