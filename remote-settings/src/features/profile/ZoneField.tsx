import { useMutation } from '@tanstack/react-query'
import { UserChangePreferences } from '@windlass/shared-kit/contract/preference'
import { UserInfo } from '@windlass/shared-kit/contract/session'
import { toast } from '@windlass/shared-kit/feedback'
import { call } from '@windlass/shared-kit/http'
import { formatDateTime, useTranslation } from '@windlass/shared-kit/i18n'
import { setSession, useUser } from '@windlass/shared-kit/session'
import { useNow } from '@windlass/shared-kit/ui'
import { Form, Select } from 'antd'
import { useMemo, useState } from 'react'
import { isWanted, type ZoneOption, zoneOptions } from './zoneOptions.ts'

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
  // Clocks are not changed while somebody looks at this list.
  const [opened] = useState(now)
  const options = useMemo(() => zoneOptions(opened, (zone) => t('preference.zoneOfBrowser', { zone })), [opened, t])
  // A server that keeps none leaves it to the browser.
  if (!preferences) return null
  const value = choose.isPending ? choose.variables : preferences.timeZone
  return (
    <Form.Item
      label={t('preference.zone')}
      htmlFor="profile-zone"
      extra={t('preference.zoneNow', { time: formatDateTime(now).slice(0, MINUTE_TEXT) })}
    >
      <Select<string, ZoneOption>
        id="profile-zone"
        className="profile-zone"
        showSearch={{ filterOption: isWanted }}
        loading={choose.isPending}
        value={value}
        options={options}
        fieldNames={{ label: 'name' }}
        optionRender={zoneLine}
        labelRender={({ label }) => label}
        notFoundContent={t('preference.noZone')}
        onChange={(zone) => choose.mutate(zone)}
      />
    </Form.Item>
  )
}

const zoneLine = ({ data }: { data: ZoneOption }) => (
  <span className="profile-zone-option">
    <span>{data.name}</span> <span className="wl-faint">{data.offset}</span>
  </span>
)
