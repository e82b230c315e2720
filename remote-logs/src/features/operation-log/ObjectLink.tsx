import { useTranslation } from '@windlass/shared-kit/i18n'
import { useNamespace } from '@windlass/shared-kit/session'
import { PageLink } from '../../components/PageLink.tsx'
import {
  areaPlaces,
  cronPlaces,
  memberPlaces,
  monitorPlaces,
  namespacePlaces,
  type Place,
  projectPlaces,
  rolePlaces,
  runPlaces,
  serverPlaces,
} from '../../components/places.ts'
import { type OperationObject, objectOf } from './objectOf.ts'

type PlacesOf = (id: string, name: string) => Place[]

/** Those that are seen from every namespace. */
const EVERYWHERE: Partial<Record<OperationObject['kind'], PlacesOf>> = {
  role: (id, name) => rolePlaces(Number(id), name),
  member: (_id, name) => memberPlaces(name),
  namespace: (id, name) => namespacePlaces(Number(id), name),
  area: areaPlaces,
}

/** Those that are seen from their own namespace only. */
const WITHIN: Partial<Record<OperationObject['kind'], PlacesOf>> = {
  project: (id, name) => projectPlaces(Number(id), name),
  server: (id, name) => serverPlaces(Number(id), name),
  cron: (id) => cronPlaces(Number(id)),
  monitor: (id) => monitorPlaces(Number(id)),
  run: (id) => runPlaces(Number(id)),
}

interface Props {
  of: Parameters<typeof objectOf>[0] & { namespaceID: number }
}

/** What a call was about, with the way there; a dash where the call does not say it. */
export function ObjectLink({ of }: Props) {
  const { t } = useTranslation('logs')
  const { id: namespaceId } = useNamespace()
  const object = objectOf(of)
  if (!object) return '–'
  const { kind, id, name } = object
  const placesOf = EVERYWHERE[kind] ?? (of.namespaceID === namespaceId ? WITHIN[kind] : undefined)
  return <PageLink places={placesOf?.(id, name) ?? []}>{t(`operation.kind.${kind}`, { object: name || id })}</PageLink>
}
