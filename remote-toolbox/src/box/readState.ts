import type { ToolState } from './tool.ts'

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string')

const isAlike = (value: unknown, example: unknown) =>
  Array.isArray(example) ? isTexts(value) : typeof value === typeof example

/** Takes from a value of unknown origin what has a name and type of the defaults; the rest stays as by default. */
export function readState<State extends ToolState>(value: unknown, defaults: State): State {
  if (typeof value !== 'object' || value === null) return defaults
  const known = Object.entries(value).filter(
    ([name, part]) => Object.hasOwn(defaults, name) && isAlike(part, defaults[name]),
  )
  return { ...defaults, ...Object.fromEntries(known) }
}
