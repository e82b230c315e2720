/** A path as people write or paste it, in its plain form below the project; what would lead out of it is dropped. */
export function tidyPath(text: string, root: string): string {
  const written = text.trim()
  // Pasted with the place on the server in front.
  const inside =
    root !== '' && (written === root || written.startsWith(`${root}/`)) ? written.slice(root.length) : written
  return inside
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .join('/')
}

/** The directory around a path; "" is the root. */
export const parentOf = (path: string): string => path.split('/').slice(0, -1).join('/')
