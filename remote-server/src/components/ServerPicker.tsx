import { Permission } from '@windlass/shared-kit/contract/permission'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useCan } from '@windlass/shared-kit/permission'
import { TaggedSelect, type TaggedSelectProps } from '@windlass/shared-kit/ui/pick'
import { Link } from 'react-router-dom'
import { useServerOptions } from './useServerOptions.ts'

type Picked = Omit<TaggedSelectProps, 'mode' | 'value' | 'onChange' | 'things' | 'of' | 'empty'>

interface Single extends Picked {
  mode?: undefined
  value?: number | undefined
  onChange?: (serverId: number | undefined) => void
}

interface Multiple extends Picked {
  mode: 'multiple'
  value?: readonly number[]
  onChange?: (serverIds: number[]) => void
}

/** Where a server is chosen, or several: by name, description, address or tag, with all of a tag at once. */
export function ServerPicker(props: (Single | Multiple) & { /** Not offered. */ except?: readonly number[] }) {
  const { except = [], ...rest } = props
  const { t } = useTranslation('server')
  const servers = useServerOptions()
  const things = (servers.data ?? [])
    .filter(({ id }) => !except.includes(id))
    .map(({ id, name, description, ip, tags }) => ({ id, name, description, hint: ip, tags }))
  return (
    <TaggedSelect
      aria-label={t(props.mode === 'multiple' ? 'picker.servers' : 'picker.server')}
      placeholder={t(props.mode === 'multiple' ? 'picker.chooseSome' : 'picker.chooseOne')}
      {...rest}
      things={things}
      of={servers}
      empty={<NoServers />}
    />
  )
}

function NoServers() {
  const { t } = useTranslation('server')
  const canSee = useCan([Permission.ShowServerPage])
  return (
    <>
      {t('picker.none')} {canSee && <Link to="/server/index">{t('picker.toServers')}</Link>}
    </>
  )
}
