import { useTranslation } from '@windlass/shared-kit/i18n'
import { useAtomValue } from '@windlass/shared-kit/session'
import { useIsMobile } from '@windlass/shared-kit/ui'
import { ServerPicker } from '../../components/ServerPicker.tsx'
import type { Desk } from './desks.ts'
import { lookAtom } from './look.ts'
import { Pane } from './Pane.tsx'
import type { Place } from './usePane.ts'

interface Props {
  desk: Desk
  isShown: boolean
  nameOf: (serverId: number) => string
  onPlace: (side: 0 | 1, place: Place) => void
  onActive: (side: 0 | 1) => void
}

const SIDES = [0, 1] as const

/** A tab: one folder, or two side by side where there is room. Hidden tabs keep all they had. */
export function DeskView({ desk, isShown, nameOf, onPlace, onActive }: Props) {
  const { t } = useTranslation('server')
  const isMobile = useIsMobile()
  const { isDual } = useAtomValue(lookAtom)
  const isTwo = isDual && !isMobile
  const sides = isTwo ? SIDES : ([0] as const)
  return (
    <div className="sftp-desk" hidden={!isShown} data-two={isTwo}>
      {sides.map((side) => {
        const place = desk.sides[side]
        const otherPlace = desk.sides[side === 0 ? 1 : 0]
        return (
          <div
            key={side}
            className="sftp-side"
            data-active={isTwo && desk.active === side}
            onFocusCapture={() => onActive(side)}
          >
            {isTwo && (
              <ServerPicker
                className="sftp-side-server"
                size="small"
                aria-label={t(side === 0 ? 'sftp.leftServer' : 'sftp.rightServer')}
                value={place?.serverId}
                onChange={(serverId) => serverId && onPlace(side, { serverId, path: '', asRoot: false })}
              />
            )}
            {place ? (
              <Pane
                // Another server is another pane; so is another user on it.
                key={`${place.serverId} ${place.asRoot}`}
                place={place}
                serverName={nameOf(place.serverId)}
                side={side}
                other={isTwo ? otherPlace : undefined}
                onPlace={(next) => onPlace(side, next)}
              />
            ) : (
              <p className="sftp-side-empty">{t('sftp.chooseSide')}</p>
            )}
          </div>
        )
      })}
    </div>
  )
}
