const SPECIAL = /[.+^${}()|\\]/g

/** The part of a regular expression that means what one part of a path pattern means. */
function partSource(part: string): string {
  let source = ''
  for (let at = 0; at < part.length; at++) {
    const char = part.charAt(at)
    const end = char === '[' ? part.indexOf(']', at + 2) : -1
    if (char === '*') source += '[^/]*'
    else if (char === '?') source += '[^/]'
    else if (end > 0) {
      const inside = part
        .slice(at + 1, end)
        .replace(/^!/, '^')
        .replaceAll('\\', '\\\\')
        .replaceAll('[', '\\[')
      source += `[${inside}]`
      at = end
    } else source += char.replace(SPECIAL, '\\$&').replace('[', '\\[')
  }
  // A name that begins with a dot is met only by a pattern that does.
  return /^[*?[]/.test(part) ? `(?!\\.)${source}` : source
}

/** Whether a path is one of those that a pattern of the shell stands for. */
export function matchesPattern(path: string, pattern: string): boolean {
  if (!/[*?[]/.test(pattern)) return path === pattern
  try {
    return new RegExp(`^${pattern.split('/').map(partSource).join('/')}$`).test(path)
  } catch (error) {
    // A range that is none, such as [z-a], stands for nothing.
    if (error instanceof SyntaxError) return false
    throw error
  }
}
