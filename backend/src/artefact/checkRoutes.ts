import type { AreaRelease } from '@windlass/shared-kit/contract/area'

/** Pages of the host itself; everything below them is its own too. */
const HOST_PATHS = ['/login', '/redirect']

/** Whatever claims a path that is taken, in sentences. */
export function checkRoutes(release: AreaRelease, others: readonly { remote: string; path: string }[]): string[] {
  const problems: string[] = []
  const seen = new Map<string, string>()
  for (const { path } of release.routes) {
    const fault = faultOf(path)
    if (fault) problems.push(`The route ${path} ${fault}`)
    const twin = seen.get(shapeOf(path))
    if (twin !== undefined)
      problems.push(`The routes ${twin} and ${path} of the area are the same address: give one another path`)
    seen.set(shapeOf(path), path)
    const rival = others.find((other) => other.remote !== release.id && overlaps(other.path, path))
    if (rival)
      problems.push(`The route ${path} is taken by the area ${rival.remote} (${rival.path}): choose another path`)
  }
  return problems
}

function faultOf(path: string): string | undefined {
  const segments = segmentsOf(path)
  if (segments.length === 0)
    return 'is the start page, which belongs to the console: choose a path below one of your groups'
  if (HOST_PATHS.includes(`/${segments[0]}`)) return 'belongs to the console itself: choose another path'
  // A wildcard would answer for pages of others that do not exist yet.
  if (/[*?]/.test(path)) return 'holds a wildcard: write every segment, and parameters as `:name`'
  return undefined
}

/** The router knows no letter case and no slash at the end. */
const segmentsOf = (path: string): string[] =>
  path
    .toLowerCase()
    .split('/')
    .filter((segment) => segment !== '')

const isParameter = (segment: string): boolean => segment.startsWith(':')

/** Paths that only name their parameters differently are the same address. */
const shapeOf = (path: string): string =>
  segmentsOf(path)
    .map((segment) => (isParameter(segment) ? ':' : segment))
    .join('/')

/** Whether some address is answered by both; within one area its order decides, between areas nothing does. */
function overlaps(one: string, other: string): boolean {
  const [left, right] = [segmentsOf(one), segmentsOf(other)]
  if (left.length !== right.length) return false
  return left.every((segment, at) => segment === right[at] || isParameter(segment) || isParameter(right[at] ?? ''))
}
