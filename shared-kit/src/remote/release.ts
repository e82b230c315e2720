import type { LanguageCode } from '../i18n/i18n.ts'
import type { RemoteDialog, RemoteGroup, RemoteRoute } from './defineRemote.ts'

/** A route as the registry lists it: everything but the page, so that the menu needs no area loaded. */
export interface ReleasedRoute extends Omit<RemoteRoute, 'page'> {
  /** The module of the page, as the area's declaration imports it. */
  request: string
  /** What the page needs besides `AreaRelease.files`; loaded ahead when it is the first one shown. */
  files: readonly string[]
}

/** One published version of an area, as the build writes it to `release.json` and the registry answers it. */
export interface AreaRelease {
  id: string
  version: string
  /** Folder of all files below, relative to the console's page or absolute for another origin. */
  base: string
  /** The script that opens the area to the host. */
  entry: string
  /** What the bundler says about the area: read by the checks of a release, not by the browser. */
  manifest: { file: string; integrity: string }
  /** Subresource integrity of every script and style sheet, by file name. */
  integrity: Readonly<Record<string, string>>
  /** Needed for every page of the area. */
  files: readonly string[]
  /** Needed in one language. */
  textFiles: Readonly<Record<LanguageCode, readonly string[]>>
  groups: readonly RemoteGroup[]
  routes: readonly ReleasedRoute[]
  dialogs: readonly Omit<RemoteDialog, 'dialog'>[]
  /** The area's titles in each language, by their key below `route`. */
  titles: Readonly<Record<LanguageCode, Readonly<Record<string, string>>>>
}

/** Which version of which area this user gets; inlined in the page and answered at `registry.json`. */
export interface AreaRegistry {
  remotes: Readonly<Record<string, AreaRelease>>
}
