import type { LoginConfig } from '@windlass/shared-kit/contract/session'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { rememberSignIn } from '../guard/begunSignIn.ts'
import { mediaHome } from './mediaHome.ts'

const MEDIA = ['dingtalk', 'feishu'] as const

interface Props {
  config: LoginConfig | undefined
  /** Where the user wanted to go. */
  redirect: string
  isBusy: boolean
  onOpenId: () => Promise<void>
}

/** Goes to a chat provider, in this window: no other may reach into a console. */
function openMedia(name: (typeof MEDIA)[number], address: string, redirect: string): void {
  const url = new URL(address)
  // Nobody else can answer in the name of this window; the name in front tells servers which provider it is.
  const state = `${name}-${crypto.randomUUID()}`
  url.searchParams.set('state', state)
  url.searchParams.set('redirect_uri', mediaHome())
  rememberSignIn({ state, redirect })
  location.assign(url)
}

/** Sign-in through providers; nothing when none is configured. */
export function ProviderButtons({ config, redirect, isBusy, onOpenId }: Props) {
  const { t } = useTranslation('host')
  if (!config) return null
  const media = MEDIA.filter((name) => config.mediaURL[name] !== '')
  const openId = config.openId?.label ?? ''
  if (media.length === 0 && openId === '') return null
  return (
    <div className="sign-in-providers">
      <p>
        <span>{t('signInWith')}</span>
      </p>
      {openId !== '' && (
        // The hook shows failures and never rejects.
        <button type="button" className="button-quiet" disabled={isBusy} onClick={() => void onOpenId()}>
          {openId}
        </button>
      )}
      {media.map((name) => (
        <button
          key={name}
          type="button"
          className="button-quiet"
          onClick={() => openMedia(name, config.mediaURL[name], redirect)}
        >
          {t(`media.${name}`)}
        </button>
      ))}
    </div>
  )
}
