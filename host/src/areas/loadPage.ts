import { store } from '@windlass/shared-kit/session'
import type { ComponentType } from 'react'
import type { AllowedRoute } from './areaRoutes.ts'
import {
  failureOf,
  fallBack,
  fallbacksAtom,
  type LoadedArea,
  loadArea,
  loadTexts,
  type VersionName,
} from './loadArea.ts'
import { twice } from './twice.ts'
import { withLimit } from './withLimit.ts'

/** A page and the version of the area it is from. */
export interface LoadedPage {
  component: ComponentType
  version: string
}

const pages = new Map<string, LoadedPage>()

/** The page of a route, if it was loaded before. */
export function loadedPage(route: AllowedRoute): LoadedPage | undefined {
  return pages.get(route.path)
}

/** The version has no such page. Nothing failed, and it is not to blame when it stands in for another one. */
class NoPageError extends Error {}

async function pageOf({ definition, version }: LoadedArea, path: string): Promise<LoadedPage> {
  const page = definition.routes.find((candidate) => candidate.path === path)?.page
  if (!page) throw new NoPageError(`version ${version} has no page at ${path}`)
  const [module] = await withLimit(Promise.all([twice(page), loadTexts(definition)]))
  return { component: module.default, version }
}

/** Loads the area of a route and the page itself; from another version when this one's cannot be loaded. */
export async function loadPage(route: AllowedRoute): Promise<LoadedPage> {
  const known = pages.get(route.path)
  if (known) return known
  const area = await loadArea(route.area)
  const startedAt = performance.now()
  const page = await pageOf(area, route.path).catch((error: unknown) => {
    const failed = { id: route.area, version: area.version }
    return pageOfOther(route, failed, told(failed, error, performance.now() - startedAt))
  })
  pages.set(route.path, page)
  return page
}

/** What a user is told of; a version that fails is also made known to whoever runs the console. */
const told = (failed: VersionName, error: unknown, ms: number): Error =>
  error instanceof NoPageError && isStandIn(failed) ? error : failureOf(failed, error, ms)

const isStandIn = ({ id, version }: VersionName) => store.get(fallbacksAtom)[id]?.shown === version

async function pageOfOther(route: AllowedRoute, failed: VersionName, failure: unknown): Promise<LoadedPage> {
  const other = await fallBack(failed, failure)
  const startedAt = performance.now()
  return pageOf(other, route.path).catch((error: unknown) => {
    told({ id: route.area, version: other.version }, error, performance.now() - startedAt)
    throw failure
  })
}

/** Shows a page from another version after it failed while it was drawn; the user asked for it. */
export async function replacePage(route: AllowedRoute, version: string, failure: unknown): Promise<LoadedPage> {
  const page = await pageOfOther(route, { id: route.area, version }, failure)
  pages.set(route.path, page)
  return page
}
