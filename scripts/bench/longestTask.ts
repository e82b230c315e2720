import type { Browser } from 'playwright-core'

/** What Chromium records of everything that runs; times in microseconds. */
interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** Time on the processor: waiting for one on a busy machine is not counted. */
  tdur?: number
  args: { name?: string }
}

const MAIN_THREAD = 'CrRendererMain'
const TASK = /RunTask$/
const CATEGORIES = ['toplevel', '__metadata']

/** The longest task in ms, on the processor, of all main threads of pages while something is done. */
export async function longestTask(browser: Browser, act: () => Promise<void>): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const events: TraceEvent[] = []
  // The protocol does not describe what is traced.
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES },
  })
  await act()
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  await session.detach()
  const threads = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args.name === MAIN_THREAD).map(threadOf),
  )
  const tasks = events.filter((event) => TASK.test(event.name) && threads.has(threadOf(event)))
  if (tasks.length === 0) throw new Error('the browser recorded no task of a page')
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000
}

const threadOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`
