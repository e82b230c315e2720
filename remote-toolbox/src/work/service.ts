import type { Pause } from './pause.ts'

/** Work that can be done in a worker: only asynchronous methods, only values that can be cloned. */
export type Service<Of> = {
  [Name in keyof Of]: Of[Name] extends (...input: never[]) => Promise<unknown> ? Of[Name] : never
}

/** Makes a service with a state of its own. Long loops await `pause` often. */
export type MakeService<Of> = (pause: Pause) => Service<Of>
