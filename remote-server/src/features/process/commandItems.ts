import type { CommandItem } from '@windlass/shared-kit/contract/serverProcess'

function isItem(value: unknown): value is CommandItem {
  if (typeof value !== 'object' || value === null) return false
  const { name, command } = value as Partial<CommandItem>
  return typeof name === 'string' && typeof command === 'string'
}

/** The commands of a set; none of one that holds something else. */
export function readItems(json: string): CommandItem[] {
  try {
    const value: unknown = JSON.parse(json)
    return Array.isArray(value) ? value.filter(isItem) : []
  } catch {
    // Not written by this console.
    return []
  }
}
