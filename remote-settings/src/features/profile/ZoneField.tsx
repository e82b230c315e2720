import { useMutation } from '@tanstack/react-query'
import { UserChangePreferences } from '@windlass/shared-kit/contract/preference'
import { UserInfo } from '@windlass/shared-kit/contract/session'
import { toast } from '@windlass/shared-kit/feedback'
import { call } from '@windlass/shared-kit/http'
import { formatDateTime, useTranslation } from '@windlass/shared-kit/i18n'
import { setSession, useUser } from '@windlass/shared-kit/session'
import { useNow } from '@windlass/shared-kit/ui'
import { ZoneSelect } from '@windlass/shared-kit/zone'
import { Form } from 'antd'

const MINUTE_TEXT = 16

/** Takes over what was chosen as soon as it is kept; every time that is shown follows. */
function useChooseZone() {
  const { t } = useTranslation('settings')
  return useMutation({
    mutationFn: async (timeZone: string) => {
      await call(UserChangePreferences, { timeZone })
      setSession(await call(UserInfo))
    },
    onSuccess: () => toast.success(t('preference.zoneChanged')),
  })
}

/** The zone that times are shown and typed in. */
export function ZoneField() {
  const { t } = useTranslation('settings')
  const { preferences } = useUser()
  const now = useNow()
  const choose = useChooseZone()
  // A server that keeps none leaves it to the browser.
  if (!preferences) return null
  const value = choose.isPending ? choose.variables : preferences.timeZone
  return (
    <Form.Item
      label={t('preference.zone')}
      htmlFor="profile-zone"
      extra={t('preference.zoneNow', { time: formatDateTime(now).slice(0, MINUTE_TEXT) })}
    >
      <ZoneSelect id="profile-zone" hasBrowser loading={choose.isPending} value={value} onChange={choose.mutate} />
    </Form.Item>
  )
}
