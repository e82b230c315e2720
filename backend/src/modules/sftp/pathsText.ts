/** The paths of one call as the log keeps them. */
export const pathsText = (files: readonly string[]): string =>
  files.length === 1 ? (files[0] ?? '') : `${files[0]} and ${files.length - 1} more`
