import type { AreaRelease } from '@windlass/shared-kit/remote'
import type { PageRegistry } from './registry.ts'

/** A dialog and the area it belongs to. */
export type AreaDialog = AreaRelease['dialogs'][number] & { area: string }

/** What areas put into the top bar beside their pages; nothing leads to an area that is turned off. */
export const areaDialogs = ({ remotes, off }: PageRegistry): AreaDialog[] =>
  Object.values(remotes)
    .filter(({ id }) => !off?.[id])
    .flatMap(({ id, dialogs }) => dialogs.map((dialog) => ({ ...dialog, area: id })))
