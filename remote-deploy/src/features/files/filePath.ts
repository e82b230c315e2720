/** A path of the working copy as the page writes it: names with slashes between, "" for the working copy itself. */
export const joinPath = (dir: string, name: string): string => (dir === '' ? name : `${dir}/${name}`)

/** The folder around a file or folder. */
export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** The last name of a path. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** What somebody typed as a path, in the page's own form; slashes too many and dots mean nothing. */
export const tidyPath = (typed: string): string =>
  typed
    .trim()
    .split('/')
    .filter((name) => name !== '' && name !== '.')
    .join('/')

/** The folders on the way to a path, the outermost first. */
export const crumbsOf = (path: string): { name: string; path: string }[] =>
  path === '' ? [] : path.split('/').map((name, index, names) => ({ name, path: names.slice(0, index + 1).join('/') }))

/** The query of the page for a folder and, in it, the file that is looked at. */
export function searchFor(dir: string, file = ''): string {
  const query = new URLSearchParams()
  if (dir !== '') query.set('dir', dir)
  if (file !== '') query.set('file', file)
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
