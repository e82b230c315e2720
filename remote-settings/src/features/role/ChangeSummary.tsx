import { Permission } from '@windlass/shared-kit/contract/permission'
import type { RoleHolder } from '@windlass/shared-kit/contract/role'
import { isolated, useTranslation } from '@windlass/shared-kit/i18n'
import { usePermissionTexts } from '@windlass/shared-kit/permission'
import { useUser } from '@windlass/shared-kit/session'
import { changesOf } from './permissionDraft.ts'
import { reachOf } from './useRoleHolders.ts'

const NAMES_SHOWN = 5
/** Whoever takes one of these from his own role cannot give it back to himself. */
const WAY_BACK: readonly number[] = [Permission.ShowRolePage, Permission.EditPermission]

interface Props {
  before: ReadonlySet<number>
  chosen: ReadonlySet<number>
  /** Who has the role; undefined as long as nobody knows. */
  holders: { list: RoleHolder[]; elsewhere: { people: number; namespaces: number } } | undefined
}

/** What saving changes, and for whom. */
export function ChangeSummary({ before, chosen, holders }: Props) {
  const { t } = useTranslation('settings')
  const { nameOf } = usePermissionTexts()
  const userId = useUser().id
  const { added, taken } = changesOf(before, chosen)
  if (added.length + taken.length === 0) return null
  const isOwn = holders?.list.some((holder) => holder.userId === userId)
  return (
    <section className="permission-summary" aria-label={t('role.summary')} aria-live="polite">
      {added.length > 0 && (
        <p>
          <b className="permission-added">+ {t('role.grants')}</b> {added.map(nameOf).join(', ')}
        </p>
      )}
      {taken.length > 0 && (
        <p>
          <b className="permission-taken">− {t('role.takes')}</b> {taken.map(nameOf).join(', ')}
        </p>
      )}
      {holders && <Concerned holders={holders} />}
      {isOwn && <p className="permission-own">{t(ownText(taken))}</p>}
    </section>
  )
}

const ownText = (taken: readonly number[]) =>
  taken.some((id) => WAY_BACK.includes(id)) ? 'role.ownWayBack' : 'role.ownRole'

function Concerned({ holders }: { holders: NonNullable<Props['holders']> }) {
  const { t } = useTranslation('settings')
  const { people, elsewhere, names } = reachOf(holders)
  if (people + elsewhere === 0) return <p className="wl-faint">{t('role.concernsNobody')}</p>
  const shown = names.slice(0, NAMES_SHOWN).map(isolated).join(', ')
  const more = names.length - NAMES_SHOWN
  return (
    <p className="wl-faint">
      {people > 0 &&
        `${t('role.concerns', { count: people })} ${shown}${more > 0 ? ` ${t('role.andMore', { count: more })}` : ''}. `}
      {elsewhere > 0 && t('role.elsewhere', { count: elsewhere })}
    </p>
  )
}
