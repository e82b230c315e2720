import type { Value } from './template/templateNodes.ts'

/** Initialisms that templates write in capitals, where a word of the wire's name ends with one. */
const INITIALISM = /(?:Id|Url|Ip|Os)(?=[A-Z]|$)/g

/** `jumpIP`, `namespaceId` and `osInfo` of the wire are `JumpIP`, `NamespaceID` and `OSInfo` in templates. */
export const templateName = (name: string): string =>
  `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replace(INITIALISM, (word) => word.toUpperCase())

/** What a template sees of data as they are on the wire. */
export function templateView(value: unknown): Value {
  if (Array.isArray(value)) return value.map(templateView)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [templateName(name), templateView(inner)]))
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}
