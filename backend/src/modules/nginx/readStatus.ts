/** How a master of nginx and its workers stand; times are Unix seconds, 0 when unknown. */
export interface MasterStatus {
  pid: number
  workers: number
  startTime: number
  /** The start of its newest worker. */
  loadTime: number
  user: string
  /** Its pid; 0 when there is none. */
  newestWorker: number
}

/** Fields of `/proc/…/stat` behind the name, which may hold anything. */
function statOf(line: string): { pid: number; parent: number; ticks: number } | undefined {
  const at = line.lastIndexOf(')')
  if (at < 0) return undefined
  const fields = line.slice(at + 2).split(' ')
  return { pid: Number.parseInt(line, 10), parent: Number(fields[1]), ticks: Number(fields[19]) }
}

/** Reads what the program STATUS says about a master. */
export function readStatus(text: string, pid: number): MasterStatus {
  const [clock = '', user = '', ...rest] = text.split('\n')
  const [now = 0, uptime = 0, hertz = 100] = clock.split(' ').map(Number)
  const stats = rest.flatMap((line) => statOf(line) ?? [])
  const master = stats.find((stat) => stat.pid === pid)
  if (pid === 0 || !master) return { pid: 0, workers: 0, startTime: 0, loadTime: 0, user: '', newestWorker: 0 }
  const timeOf = (ticks: number) => Math.round(now - uptime + ticks / hertz)
  const workers = stats.filter(({ parent }) => parent === pid).toSorted((a, b) => b.ticks - a.ticks || b.pid - a.pid)
  return {
    ...{ pid, user, workers: workers.length, startTime: timeOf(master.ticks) },
    loadTime: timeOf(workers[0]?.ticks ?? master.ticks),
    newestWorker: workers[0]?.pid ?? 0,
  }
}
