import type { HostFacts, ReleaseContents } from '@windlass/shared-kit/contract/area'
import semver from 'semver'
import type { Artefact } from './artefact.ts'
import { checkRoutes } from './checkRoutes.ts'
import { findLeaks } from './findLeaks.ts'
import { isPlainOrigin } from './isPlainOrigin.ts'
import { sizeOf } from './sizeOf.ts'
import { embedBytes, heaviestFiles, heaviestPage, totalBytes } from './weight.ts'
import { withoutPlural } from './withoutPlural.ts'

/** What an artefact is checked against. */
export interface CheckContext {
  host: HostFacts
  /** Routes of the other areas. */
  routes: readonly { remote: string; path: string }[]
  /** Versions of this area that are published already. */
  versions: readonly string[]
  /** Origins that may serve files of areas besides the console's own. */
  allowedOrigins: readonly string[]
}

/** Why a version must not be published. */
export interface Problem {
  rule: 'shared' | 'routes' | 'permissions' | 'texts' | 'budget' | 'leak' | 'version' | 'origin'
  message: string
}

/** Names shown before "and n more". */
const MAX_NAMED = 5

/** Everything that speaks against publishing an artefact; empty when nothing does. */
export function checkRelease(artefact: Artefact, context: CheckContext): Problem[] {
  const { contents, release } = artefact
  const found = (rule: Problem['rule'], messages: string[]) => messages.map((message) => ({ rule, message }))
  return [
    ...found('version', checkVersion(contents, context.versions)),
    ...found('origin', checkOrigin(release.id, release.base, context.allowedOrigins)),
    ...found('shared', checkShared(contents, context.host)),
    ...found('routes', checkRoutes(release, context.routes)),
    ...found('permissions', checkPermissions(artefact, context.host)),
    ...found('texts', checkTexts(artefact)),
    ...found('budget', checkBudget(artefact)),
    ...found('leak', findLeaks(artefact.files)),
  ]
}

/** Why an area cannot run in a console, a sentence each; empty when it can. */
export function misfitsOf(contents: Pick<ReleaseContents, 'needs' | 'sharedNames'>, host: HostFacts): string[] {
  const packages = Object.entries(contents.needs).flatMap(([name, range]) => {
    const provided = Object.hasOwn(host.provides, name) ? host.provides[name] : undefined
    if (provided === undefined) return [`needs ${name} ${range}, which this console does not provide`]
    return satisfies(provided, range) ? [] : [`needs ${name} ${range}, this console has ${provided}`]
  })
  const shared = new Set(host.sharedNames)
  const missing = contents.sharedNames.filter((name) => !shared.has(name))
  return missing.length === 0 ? packages : [...packages, `uses ${named(missing)}, which this console does not share`]
}

/**
 * A pre-release of the console counts by its place in the order, so that 1.3.0-rc.1 serves ^1.2.0 although a range leaves
 * pre-releases out as a rule; 2.0.0-rc.1 already breaks what 2.0.0 breaks and serves no ^1.0.0.
 */
const satisfies = (version: string, range: string): boolean =>
  semver.validRange(range) !== null && semver.satisfies(version, range, { includePrerelease: true })

/** What whoever comes second is told about a number that is used up. */
export function takenText(id: string, version: string): string {
  const next = semver.inc(version, 'patch') ?? 'the next one'
  return `${id} ${version} is published already, and a published version never changes: take another number, like ${next}`
}

/** A lower version than the newest is fine: a repair of an older major is published after the next major. */
const checkVersion = ({ id, version }: ReleaseContents, versions: readonly string[]): string[] =>
  versions.includes(version) ? [takenText(id, version)] : []

function checkOrigin(id: string, base: string, allowed: readonly string[]): string[] {
  if (base === `remotes/${id}/`) return []
  const address = URL.canParse(base) ? new URL(base) : undefined
  const isWeb = address?.protocol === 'https:' || address?.protocol === 'http:'
  if (!address || !isWeb)
    return [`The files of ${id} must lie in remotes/${id}/ or at a web address, not at ${JSON.stringify(base)}`]
  if (address.search !== '' || address.hash !== '' || address.username !== '' || address.password !== '')
    return [
      `The address of the files must be plain, without query, fragment or password: ${address.origin}${address.pathname}`,
    ]
  if (!isPlainOrigin(address.origin))
    return [`The address of the files must name one plain host, not ${JSON.stringify(address.origin)}`]
  if (allowed.includes(address.origin)) return []
  return [
    `The files would come from ${address.origin}, which this console does not allow: its operator adds it to REMOTE_ORIGINS`,
  ]
}

function checkShared(contents: ReleaseContents, host: HostFacts): string[] {
  const invalid = Object.entries(contents.needs).filter(([, range]) => semver.validRange(range) === null)
  if (invalid.length > 0)
    return invalid.map(
      ([name, range]) => `"${range}" is no range of versions of ${name}: correct it where the area is built`,
    )
  return misfitsOf(contents, host).map(
    (misfit) => `The area ${misfit}: build it with what the console has, or bring the console up to date first`,
  )
}

function checkPermissions({ contents, release }: Artefact, host: HostFacts): string[] {
  const known = new Set(host.permissions)
  const ofRoutes = release.routes.flatMap((route) =>
    (route.access ?? [])
      .filter((id) => !known.has(id))
      .map(
        (id) => `The route ${route.path} asks for permission ${id}, which this console does not know: use one it has`,
      ),
  )
  const asked = new Set(release.routes.flatMap((route) => route.access ?? []))
  const loose = contents.permissions
    .filter((id) => !known.has(id) && !asked.has(id))
    .map((id) => `The area asks for permission ${id}, which this console does not know: use one it has`)
  return [...ofRoutes, ...loose]
}

function checkTexts({ contents, release }: Artefact): string[] {
  const { en, 'zh-cn': chinese } = contents.texts
  const lacking = (language: string, has: readonly string[], other: readonly string[]) => {
    const present = new Set(has.map(withoutPlural))
    const missing = [...new Set(other.map(withoutPlural))].filter((key) => !present.has(key))
    return missing.length === 0
      ? []
      : [`${language}.json lacks ${named(missing)}, which the other language has: translate it`]
  }
  const titles = [
    ...release.routes.map(({ title, path }) => ({ title, of: `the route ${path}` })),
    ...release.groups.map(({ title, path }) => ({ title, of: `the group ${path}` })),
    ...release.dialogs.map(({ title, id }) => ({ title, of: `the dialog ${id}` })),
    ...release.dialogs.flatMap(({ items, id }) =>
      items.map(({ title }) => ({ title, of: `an entry of the dialog ${id}` })),
    ),
  ]
  const untitled = (['en', 'zh-cn'] as const).flatMap((language) =>
    titles
      .filter(
        ({ title }) => (Object.hasOwn(release.titles[language], title) ? release.titles[language][title] : '') === '',
      )
      .map(({ title, of }) => `${language}.json has no "route.${title}", the title of ${of}: add it`),
  )
  return [...lacking('en', en, chinese), ...lacking('zh-cn', chinese, en), ...untitled]
}

/** What of an area is heavier than its package.json allows: its heaviest page, and all of its files; empty when nothing is. */
export function checkBudget({ contents, release }: Artefact): string[] {
  const total = totalBytes(contents)
  const page = heaviestPage(release, contents)
  const heaviest = (files: readonly string[]) =>
    heaviestFiles(contents, files)
      .map(({ name, bytes }) => `${name} ${sizeOf(bytes)}`)
      .join(', ')
  const advice = 'load less, or raise windlass.budget in its package.json'
  const problems: string[] = []
  if (page.bytes > contents.budget.page)
    problems.push(
      `A first visit of ${page.path || 'the area'} loads ${sizeOf(page.bytes)} of the area, its budget is ${sizeOf(contents.budget.page)} (heaviest: ${heaviest(page.files)}): ${advice}`,
    )
  if (total > contents.budget.total)
    problems.push(
      `All files of the area take ${sizeOf(total)}, its budget is ${sizeOf(contents.budget.total)} (heaviest: ${heaviest(Object.keys(contents.files))}): ${advice}`,
    )
  return [...problems, ...checkEmbedBudget(contents)]
}

/** What the area takes as one module for pages elsewhere has a limit of its own. */
export function checkEmbedBudget(contents: ReleaseContents): string[] {
  const bytes = embedBytes(contents)
  const { embed } = contents.budget
  if (bytes === 0 || (embed !== undefined && bytes <= embed)) return []
  const limit = embed === undefined ? 'it has no budget' : `its budget is ${sizeOf(embed)}`
  return [
    `As one module for pages elsewhere the area takes ${sizeOf(bytes)}, ${limit}: take less along, or set windlass.budget.embed in its package.json`,
  ]
}

function named(names: readonly string[]): string {
  const rest = names.length - MAX_NAMED
  return names.slice(0, MAX_NAMED).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}
