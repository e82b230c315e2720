import { proxy, type Remote, releaseProxy, wrap } from 'comlink'
import { makePause } from './pause.ts'
import { READY } from './serveFrom.ts'
import type { MakeService, Service } from './service.ts'

/** Where the code of a service is, in both of its forms. */
export interface ServiceCode<Of> {
  /** The worker as text: `() => import('./x.worker.ts?worker-source')`. */
  source: () => Promise<{ default: string }>
  /** The same service for pages that may not have workers. */
  inPage: () => Promise<MakeService<Of>>
}

/** A service that runs. */
export interface Running<Of> {
  service: Service<Of>
  /** Whether it has a thread of its own. */
  isApart: boolean
  /** Ends it and all of its work; calls that still run never answer, or reject when the work was done in the page. */
  end(): void
}

/**
 * A worker from text instead of from an address: it runs in pages of any origin, comes inside a single file, and is
 * vouched for by the hash of the script it came in.
 * @returns the worker once it has started; undefined where the page's policy or the browser has no workers
 */
function startWorker(source: string): Promise<Worker | undefined> {
  const address = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }))
  return new Promise<Worker | undefined>((resolve) => {
    const worker = new Worker(address)
    const settle = (found: Worker | undefined) => {
      worker.removeEventListener('message', handleReady)
      worker.removeEventListener('error', handleError)
      if (!found) worker.terminate()
      resolve(found)
    }
    const handleReady = ({ data }: MessageEvent) => data === READY && settle(worker)
    const handleError = () => settle(undefined)
    worker.addEventListener('message', handleReady)
    worker.addEventListener('error', handleError)
  }).finally(() => URL.revokeObjectURL(address))
}

async function tryWorker(source: ServiceCode<unknown>['source']): Promise<Worker | undefined> {
  if (typeof Worker === 'undefined') return undefined
  const { default: code } = await source()
  try {
    return await startWorker(code)
  } catch (error) {
    console.warn('the toolbox works without workers here', error)
    return undefined
  }
}

/** Starts a service in a worker of its own, or in the page where workers are refused. */
export async function startService<Of>({ source, inPage }: ServiceCode<Of>): Promise<Running<Of>> {
  const worker = await tryWorker(source)
  if (!worker) {
    const aborter = new AbortController()
    const make = await inPage()
    return { service: make(makePause(aborter.signal)), isApart: false, end: () => aborter.abort() }
  }
  const remote = wrap<Service<Of>>(worker)
  const end = () => {
    // The type does not know that every wrapped object can be released.
    ;(remote as Remote<object>)[releaseProxy]()
    worker.terminate()
  }
  // A service has asynchronous methods only, and for those the wrapped one looks the same.
  return { service: remote as unknown as Service<Of>, isApart: true, end }
}

/** Makes a function callable from a service, for progress. */
export function callback<Input extends readonly unknown[]>(act: (...input: Input) => void): (...input: Input) => void {
  return proxy(act)
}
