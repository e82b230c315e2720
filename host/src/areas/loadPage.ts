import type { ComponentType } from 'react'
import type { AllowedRoute } from './areaRoutes.ts'
import { AREA_LOAD_LIMIT_MS, AreaError, loadArea, loadTexts, withLimit } from './loadArea.ts'
import { twice } from './twice.ts'

const pages = new Map<string, ComponentType>()

/** The page of a route, if it was loaded before. */
export function loadedPage(route: AllowedRoute): ComponentType | undefined {
  return pages.get(route.path)
}

/** Loads the area of a route and the page itself. */
export async function loadPage(route: AllowedRoute): Promise<ComponentType> {
  const known = pages.get(route.path)
  if (known) return known
  const definition = await loadArea(route.area)
  const page = definition.routes.find(({ path }) => path === route.path)?.page
  if (!page) throw new AreaError(route.area, new Error(`it has no page at ${route.path}`))
  const parts = Promise.all([twice(page), loadTexts(definition)])
  const component = await withLimit(parts, AREA_LOAD_LIMIT_MS).then(
    ([loaded]) => loaded.default,
    (error: unknown) => {
      const failure = new AreaError(route.area, error)
      console.error(`page ${route.path} ${failure.version} [${failure.errorId}]`, error)
      throw failure
    },
  )
  pages.set(route.path, component)
  return component
}
