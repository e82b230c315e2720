export type {
  DialogItem,
  DialogProps,
  IconName,
  RemoteDefinition,
  RemoteDialog,
  RemoteGroup,
  RemoteRoute,
} from './defineRemote.ts'
export { defineRemote } from './defineRemote.ts'
export type { AreaRegistry, AreaRelease, ReleasedRoute } from './release.ts'
export { PageActiveContext, usePageActive } from './usePageActive.ts'
export { PageTitleContext, usePageTitle } from './usePageTitle.ts'
