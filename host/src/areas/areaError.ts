import type { OffReason } from './registry.ts'

/** Why an area is not there, with what an operator needs to look into it. */
export class AreaError extends Error {
  override readonly name = 'AreaError'
  readonly area: string
  readonly version: string
  /** Also written to the browser's console and reported, so that a picture of the page is enough to find it. */
  readonly errorId = Math.random().toString(36).slice(2, 10)

  constructor(area: string, version: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.area = area
    this.version = version
  }
}

/** The area must not be loaded. Nothing went wrong, so nothing is reported. */
export class AreaOffError extends Error {
  override readonly name = 'AreaOffError'
  readonly off: OffReason

  constructor(area: string, off: OffReason) {
    super(`the area ${area} is turned off`)
    this.off = off
  }
}

/** The first line of what went wrong: loaders add paragraphs about themselves, which the browser's console keeps. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return (text.split('\n')[0] ?? '').replace(/^\[ Federation Runtime \]: /, '')
}
