/** The address of a repository as it may be shown: whatever password stands in it is not. */
export const maskedAddress = (url: string): string => url.replace(/(\/\/[^/@\s:]*:)[^/@\s]*@/, '$1******@')

/** The page of a repository in a browser, without anybody's sign-in; undefined when the address names none. */
export function repositoryPage(url: string): string | undefined {
  const [address = ''] = url.trim().split(/\s/)
  const short = /^[\w.-]+@(?<host>[\w.-]+):(?!\/\/)(?<path>\S+)$/.exec(address)?.groups
  const page = URL.parse(short ? `https://${short.host}/${short.path}` : address)
  if (!page || (page.protocol !== 'https:' && page.protocol !== 'http:')) return undefined
  return `${page.protocol}//${page.host}${page.pathname.replace(/\.git\/?$/, '').replace(/\/$/, '')}`
}

/** Where a branch of it is looked at; `origin/` is how git calls it, not the host of the repository. */
export const branchPage = (url: string, branch: string): string | undefined => {
  const page = repositoryPage(url)
  const name = branch.replace(/^origin\//, '')
  return page && name ? `${page}/tree/${name.split('/').map(encodeURIComponent).join('/')}` : undefined
}

/** Where a commit of it is looked at. */
export const commitPage = (url: string, commit: string): string | undefined => {
  const page = repositoryPage(url)
  return page && commit ? `${page}/commit/${encodeURIComponent(commit)}` : undefined
}
