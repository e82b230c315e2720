import type { ComponentType } from 'react'
import type { IconName } from '../contract/area.ts'
import type { PermissionId } from '../contract/permission.ts'

/** One page of an area. */
export interface RemoteRoute {
  /** Full path, parameters as `:name`; the group is found by its first segments. */
  path: `/${string}`
  /** Key below `route` in the area's texts. */
  title: string
  icon?: IconName
  /** Any of these lets the user in; absent means everybody who is signed in (Specification 6). */
  access?: readonly [PermissionId, ...PermissionId[]]
  /** Not in the menu. */
  hidden?: boolean
  /** Its tab is always there and cannot be closed. */
  pinned?: boolean
  /** The menu entry to mark while this page is shown. */
  activeMenu?: `/${string}`
  /** The page is not kept alive when another tab is shown. */
  noCache?: boolean
  /** Opens this address in a new tab instead of a page. */
  link?: `http${string}`
  page: () => Promise<{ default: ComponentType }>
}

/** A parent entry of the top menu: shown only if at least one of its routes is allowed (Specification 2). */
export interface RemoteGroup {
  path: `/${string}`
  title: string
  icon: IconName
  /** Position in the menu over all areas, ascending. */
  order: number
}

/** One entry of a dialog's menu in the top bar. */
export interface DialogItem {
  id: string
  /** Key below `route` in the area's texts. */
  title: string
}

/** What the host passes to a dialog; it stays mounted after its first opening, so its inputs survive. */
export interface DialogProps {
  item: string
  open: boolean
  onClose: () => void
}

/** Something an area puts into the top bar beside its pages. */
export interface RemoteDialog {
  id: string
  title: string
  icon: IconName
  items: readonly DialogItem[]
  /** Parameter of the address that opens it with the item it names; the dialog keeps it up to date while it is open. */
  parameter?: string
  dialog: () => Promise<{ default: ComponentType<DialogProps> }>
}

/** Everything the host knows about an area, on one screen. */
export interface RemoteDefinition {
  /** Name in the registry and namespace of the area's texts. */
  id: string
  locales: Readonly<Record<'en' | 'zh-cn', () => Promise<{ default: object }>>>
  groups?: readonly RemoteGroup[]
  routes: readonly RemoteRoute[]
  dialogs?: readonly RemoteDialog[]
}

/** Declares an area. The build reads the same value to list its routes in the registry, so it must stay plain data. */
export function defineRemote(definition: RemoteDefinition): RemoteDefinition {
  return definition
}
