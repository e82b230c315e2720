export type {
  DialogItem,
  DialogProps,
  RemoteDefinition,
  RemoteDialog,
  RemoteGroup,
  RemoteRoute,
} from './defineRemote.ts'
export { defineRemote } from './defineRemote.ts'
export type { AreaOff, AreaRegistry, AreaRelease, IconName, ReleasedRoute } from './release.ts'
export { PageActiveContext, usePageActive } from './usePageActive.ts'
export { PageTitleContext, usePageTitle } from './usePageTitle.ts'
