import type { ComponentType } from 'react'
import type { AllowedRoute } from './areaRoutes.ts'
import { failureOf, fallBack, type LoadedArea, loadArea, loadTexts } from './loadArea.ts'
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

async function pageOf({ definition, version }: LoadedArea, path: string): Promise<LoadedPage> {
  const page = definition.routes.find((candidate) => candidate.path === path)?.page
  if (!page) throw new Error(`it has no page at ${path}`)
  const [module] = await withLimit(Promise.all([twice(page), loadTexts(definition)]))
  return { component: module.default, version }
}

/** Loads the area of a route and the page itself; from another version when this one's cannot be loaded. */
export async function loadPage(route: AllowedRoute): Promise<LoadedPage> {
  const known = pages.get(route.path)
  if (known) return known
  const area = await loadArea(route.area)
  const page = await pageOf(area, route.path).catch((error: unknown) => pageOfOther(route, area.version, error))
  pages.set(route.path, page)
  return page
}

async function pageOfOther(route: AllowedRoute, version: string, cause: unknown): Promise<LoadedPage> {
  const other = await fallBack({ id: route.area, version }, cause)
  return pageOf(other, route.path).catch((error: unknown) => {
    throw failureOf(route.area, other.version, error)
  })
}

/** Shows a page from another version after it failed while it was drawn; the user asked for it. */
export async function replacePage(route: AllowedRoute, version: string, cause: unknown): Promise<LoadedPage> {
  const page = await pageOfOther(route, version, cause)
  pages.set(route.path, page)
  return page
}
