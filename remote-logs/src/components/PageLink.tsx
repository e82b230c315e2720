import { useCan } from '@windlass/shared-kit/permission'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Place } from './places.ts'

interface Props {
  /** The best one first; the first that the reader may open is taken. */
  places: readonly Place[]
  children: ReactNode
}

/** A link to a page of another area, or only the words where the reader may open none of the pages. */
export function PageLink({ places: [place, ...others], children }: Props) {
  const mayOpen = useCan(place?.access ?? [])
  if (!place) return children
  if (!mayOpen) return <PageLink places={others}>{children}</PageLink>
  return <Link to={place.to}>{children}</Link>
}
