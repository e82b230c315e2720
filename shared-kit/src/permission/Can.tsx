import type { ReactNode } from 'react'
import type { PermissionId } from '../contract/permission.ts'
import { useCan } from './can.ts'

interface Props {
  any: readonly PermissionId[]
  children: ReactNode
  fallback?: ReactNode
}

/** Renders its children only for holders of at least one of the permissions; an empty list never renders. */
export function Can({ any, children, fallback = null }: Props) {
  return useCan(any) ? children : fallback
}
