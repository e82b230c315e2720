import { type RefObject, useEffect, useRef } from 'react'
import type { Service } from '../../work/service.ts'
import { type Running, startService } from '../../work/startService.ts'
import type { JsonService } from './jsonService.ts'

/** Asks the service something; undefined when the service was ended meanwhile, or when it failed and `onFailure` was told. */
export type Ask = <Answer>(act: (service: Service<JsonService>) => Promise<Answer>) => Promise<Answer | undefined>

const start = () =>
  startService<JsonService>({
    source: () => import(/* webpackMode: "eager" */ './json.worker.ts?worker-source'),
    inPage: async () => (await import('./jsonService.ts')).makeJsonService,
  })

type Slot = RefObject<Promise<Running<JsonService>> | undefined>

/** Ends the service, which frees all of its memory. */
function empty(slot: Slot): void {
  slot.current?.then(
    (service) => service.end(),
    // Whoever asked has been told that it did not start.
    () => undefined,
  )
  slot.current = undefined
}

/** The service of this tool: starts with the first question, and ends with the tool. */
export function useJsonService(onFailure: (error: unknown) => void) {
  const running: Slot = useRef(undefined)
  useEffect(() => () => empty(running), [])

  const ask: Ask = async (act) => {
    running.current ??= start()
    const mine = running.current
    try {
      const answer = await act((await mine).service)
      return mine === running.current ? answer : undefined
    } catch (error) {
      if (mine !== running.current) return undefined
      // One that did not start is tried again with the next question.
      mine.catch(() => empty(running))
      onFailure(error)
      return undefined
    }
  }
  /** Ends it; the next question starts another one. */
  const end = () => empty(running)
  return { ask, end }
}
