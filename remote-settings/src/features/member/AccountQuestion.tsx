import { useQuery } from '@tanstack/react-query'
import { UserBondsOf } from '@windlass/shared-kit/contract/user'
import { toast } from '@windlass/shared-kit/feedback'
import { call } from '@windlass/shared-kit/http'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { ConfirmDanger } from '@windlass/shared-kit/ui'
import { Bonds } from '../../components/Bonds.tsx'
import type { Member, useMembers } from './useMembers.ts'

/** What is to be done to somebody's account. */
export interface AccountAction {
  what: 'disable' | 'endSessions' | 'remove' | 'resetFactor'
  member: Member
}

interface Props {
  asking: AccountAction | undefined
  members: ReturnType<typeof useMembers>
  onClose: () => void
}

/** Asks before somebody loses what he has open, a factor, or his account, and says what goes with it. */
export function AccountQuestion({ asking, members, onClose }: Props) {
  const { t } = useTranslation('settings')
  const what = asking?.what ?? 'endSessions'
  const id = asking?.member.id ?? 0
  const needsBonds = what === 'disable' || what === 'remove'
  const bonds = useQuery({
    queryKey: ['user', 'bonds', id],
    queryFn: ({ signal }) => call(UserBondsOf, { id }, { signal, quiet: true }),
    enabled: asking !== undefined && needsBonds,
    staleTime: 0,
  })
  const name = asking?.member.name
  const handleConfirm = async () => {
    await members[what](id)
    toast.success(t(`member.${what}Done`, { name }))
  }
  return (
    <ConfirmDanger
      open={asking !== undefined}
      title={t(`member.${what}Title`, { name })}
      explanation={
        <>
          <p>{t(`member.${what}Explanation`)}</p>
          {needsBonds && <Bonds of={bonds} without={what === 'disable' ? ['namespaces'] : []} />}
        </>
      }
      verb={t(`member.${what}`)}
      nameToType={what === 'remove' ? asking?.member.account || undefined : undefined}
      onConfirm={handleConfirm}
      onClose={onClose}
    />
  )
}
