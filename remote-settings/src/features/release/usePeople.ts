import { useQuery } from '@tanstack/react-query'
import { NamespaceOptionList, NamespaceUserOptionList } from '@windlass/shared-kit/contract/namespace'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { UserList } from '@windlass/shared-kit/contract/user'
import { call } from '@windlass/shared-kit/http'
import { isolated } from '@windlass/shared-kit/i18n'
import { useCan } from '@windlass/shared-kit/permission'

/** A choice of a select field. */
export interface PersonOption {
  value: number
  label: string
}

/** Namespaces to choose from: those the reader belongs to. */
export function useNamespaceOptions(isNeeded: boolean) {
  return useQuery({
    queryKey: ['namespace', 'options'],
    queryFn: ({ signal }) => call(NamespaceOptionList, {}, { signal }),
    select: ({ list }) => list.map(({ namespaceId, namespaceName }) => ({ value: namespaceId, label: namespaceName })),
    enabled: isNeeded,
  })
}

/** Users to choose from: everybody for those who may see members, else those of the current namespace. */
export function useUserOptions(isNeeded: boolean) {
  const maySeeAll = useCan([Permission.ShowMemberPage, Permission.AddNamespaceUser])
  const everybody = useQuery({
    queryKey: ['user', 'list'],
    queryFn: ({ signal }) => call(UserList, {}, { signal }),
    select: ({ list }): PersonOption[] =>
      list.map(({ id, name, account }) => ({
        value: id,
        label: account === '' ? name : `${isolated(name)} (${isolated(account)})`,
      })),
    enabled: isNeeded && maySeeAll,
  })
  const neighbours = useQuery({
    queryKey: ['namespace', 'userOptions'],
    queryFn: ({ signal }) => call(NamespaceUserOptionList, {}, { signal }),
    select: ({ list }): PersonOption[] => list.map(({ userId, userName }) => ({ value: userId, label: userName })),
    enabled: isNeeded && !maySeeAll,
  })
  return maySeeAll ? everybody : neighbours
}
