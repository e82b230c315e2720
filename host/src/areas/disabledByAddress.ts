const PARAMETER = 'disable'
const PREFIX = 'remote-'

/** The areas that `?disable=remote-x,remote-y` turns off for this page, before or inside the hash. */
export function disabledByAddress({ search, hash }: Pick<Location, 'search' | 'hash'>): string[] {
  const queries = [search, hash.slice(hash.indexOf('?') + 1 || hash.length)]
  return queries
    .flatMap((query) => new URLSearchParams(query).getAll(PARAMETER))
    .flatMap((value) => value.split(','))
    .map((name) => (name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name))
    .filter((name) => name !== '')
}

/** The same address without it, to load the page as everybody sees it. */
export function addressWithAll({ href }: Pick<Location, 'href'>): string {
  const url = new URL(href)
  url.searchParams.delete(PARAMETER)
  const [path = '', query = ''] = url.hash.slice(1).split('?')
  const parameters = new URLSearchParams(query)
  parameters.delete(PARAMETER)
  url.hash = parameters.size > 0 ? `${path}?${parameters}` : path
  return url.href
}
