/** Whether one of the changed files is a watched one or lies below a watched folder. */
export function touchesWatched(watchPaths: readonly string[], changed: readonly string[]): boolean {
  const folders = watchPaths.map((path) => path.replace(/^\.\//, '').replace(/\/+$/, ''))
  return changed.some((file) =>
    folders.some((folder) => folder === '' || folder === '.' || file === folder || file.startsWith(`${folder}/`)),
  )
}
