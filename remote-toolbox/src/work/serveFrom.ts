import { expose } from 'comlink'
import { makePause } from './pause.ts'
import type { MakeService } from './service.ts'

/** First word of a worker, by which the page knows that it runs. */
export const READY = 'windlass-ready'

/** Offers a service to the page that started this worker. */
export function serveFrom<Of>(make: MakeService<Of>): void {
  // Nobody aborts here: who does not want the work any more ends the worker.
  expose(make(makePause(new AbortController().signal)))
  postMessage(READY)
}
