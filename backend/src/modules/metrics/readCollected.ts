import { MetricType, type MetricTypeNumber } from '@windlass/shared-kit/contract/serverMetrics'

/** One value a server told. */
export interface CollectedValue {
  type: MetricTypeNumber
  item: string
  value: number
}

/** Columns of /proc/stat that do not count twice: what guests use is in the first two already. */
const CPU_COLUMNS = 8
const IDLE_COLUMN = 3
/** Bridges, tunnels and the ends of containers: their bytes are counted where they enter the machine. */
const VIRTUAL =
  /^(docker|podman|veth|br-|virbr|lxcbr|lxdbr|vnet|tap|cni|flannel|cali|kube|nodelocal|tunl|sit|ip6tnl|gre|erspan|dummy|ifb|ovs)/
const NO_DISK = /^(loop|ram|zram|sr|fd)/
/** Names as kernels write them; a machine that answers something else answers nothing of use. */
const NAME = /^[A-Za-z0-9_.:@/-]{1,200}$/
const OUT_COLUMN = 8

type Sections = ReadonlyMap<string, readonly string[][]>

/** The lines below each `@name`, once for each time it stands there. */
function sectionsOf(text: string): Sections {
  const found = new Map<string, string[][]>()
  let lines: string[] = []
  for (const line of text.split('\n')) {
    const name = /^@(\w+)$/.exec(line)?.[1]
    if (name !== undefined) {
      lines = []
      found.set(name, [...(found.get(name) ?? []), lines])
    } else if (line !== '') lines.push(line)
  }
  return found
}

const wordsOf = (line: string): string[] => line.trim().split(/\s+/)
const round = (value: number) => Math.round(value * 100) / 100
const percent = (part: number, whole: number) => round((part / whole) * 100)

/** Both looks at a section, each as a table of its rows. */
function looks<Row>(sections: Sections, name: string, read: (line: string) => [string, Row] | undefined) {
  const [before = [], after = []] = (sections.get(name) ?? []).map((lines) => lines.flatMap((line) => [read(line)]))
  const table = (rows: readonly ([string, Row] | undefined)[]) => new Map(rows.filter((row) => row !== undefined))
  return { before: table(before), after: table(after) }
}

function elapsed(sections: Sections): number {
  const [before, after] = (sections.get('uptime') ?? []).map(([line]) => Number.parseFloat(line ?? ''))
  const seconds = (after ?? 0) - (before ?? 0)
  return seconds > 0 ? seconds : 1
}

function cpu(sections: Sections): CollectedValue[] {
  const [before, after] = (sections.get('stat') ?? []).map(([line = '']) =>
    wordsOf(line)
      .slice(1, CPU_COLUMNS + 1)
      .map(Number),
  )
  if (!before || !after) return []
  const spent = after.map((value, column) => value - (before[column] ?? 0))
  const whole = spent.reduce((sum, value) => sum + value, 0)
  if (!(whole > 0)) return []
  return [{ type: MetricType.Cpu, item: 'cpu_usage', value: percent(whole - (spent[IDLE_COLUMN] ?? 0), whole) }]
}

function memory(sections: Sections): CollectedValue[] {
  const lines = sections.get('mem')?.[0] ?? []
  const values = new Map(lines.map((line) => [line.split(':')[0], Number.parseInt(line.split(':')[1] ?? '', 10)]))
  const kib = (name: string) => values.get(name) ?? 0
  const whole = kib('MemTotal')
  // Kernels before 3.14 do not say what is available.
  const free = values.get('MemAvailable') ?? kib('MemFree') + kib('Buffers') + kib('Cached')
  return whole > 0 ? [{ type: MetricType.Ram, item: 'ram_usage', value: percent(whole - free, whole) }] : []
}

function load(sections: Sections): CollectedValue[] {
  const words = wordsOf(sections.get('load')?.[0]?.[0] ?? '')
  return ['loadavg_1m', 'loadavg_5m', 'loadavg_15m'].map((item, index) => ({
    ...{ type: MetricType.Load, item },
    value: Number.parseFloat(words[index] ?? ''),
  }))
}

function sockets(sections: Sections): CollectedValue[] {
  const [total, established] = wordsOf(sections.get('tcp')?.[0]?.[0] ?? '')
  return [
    { type: MetricType.Tcp, item: 'tcp.total', value: Number.parseInt(total ?? '', 10) },
    { type: MetricType.Tcp, item: 'tcp.established', value: Number.parseInt(established ?? '', 10) },
  ]
}

function network(sections: Sections, seconds: number): CollectedValue[] {
  const { before, after } = looks(sections, 'net', (line) => {
    const [name, rest] = line.split(':')
    if (name === undefined || rest === undefined) return undefined
    const words = wordsOf(rest).map(Number)
    return [name.trim(), { in: words[0] ?? 0, out: words[OUT_COLUMN] ?? 0 }]
  })
  return [...after].flatMap(([name, now]) => {
    const then = before.get(name)
    // An interface that never carried anything is a socket without a cable.
    if (!then || VIRTUAL.test(name) || now.in + now.out === 0) return []
    const type = name.startsWith('lo') ? MetricType.PrivateNetwork : MetricType.PublicNetwork
    return [
      { type, item: `${name}.in`, value: round((now.in - then.in) / seconds) },
      { type, item: `${name}.out`, value: round((now.out - then.out) / seconds) },
    ]
  })
}

function disks(sections: Sections, seconds: number): CollectedValue[] {
  const whole = new Set(sections.get('block')?.[0]?.flatMap(wordsOf))
  const { before, after } = looks(sections, 'disk', (line) => {
    const words = wordsOf(line)
    return [words[2] ?? '', { read: Number(words[3]), write: Number(words[7]) }]
  })
  return [...after].flatMap(([name, now]) => {
    const then = before.get(name)
    if (!then || !whole.has(name) || NO_DISK.test(name)) return []
    return [
      { type: MetricType.DiskIo, item: `${name}.read_iops`, value: round((now.read - then.read) / seconds) },
      { type: MetricType.DiskIo, item: `${name}.write_iops`, value: round((now.write - then.write) / seconds) },
    ]
  })
}

function room(sections: Sections, name: 'room' | 'inodes', item: string): CollectedValue[] {
  return (sections.get(name)?.[0] ?? []).flatMap((line) => {
    const [device = '', , , , used = ''] = wordsOf(line)
    // File systems without a table of inodes show a dash.
    const share = /^(\d+)%$/.exec(used)?.[1]
    if (!device.startsWith('/dev/') || share === undefined) return []
    return [{ type: MetricType.DiskUsage, item: `${device}.${item}`, value: Number(share) }]
  })
}

/**
 * Reads what the program of the collector printed. What a machine does not tell is left out.
 * @returns nothing when this is no answer of that program
 */
export function readCollected(text: string): CollectedValue[] {
  const sections = sectionsOf(text)
  const seconds = elapsed(sections)
  const values = [
    ...[...cpu(sections), ...memory(sections), ...load(sections), ...sockets(sections)],
    ...[...network(sections, seconds), ...disks(sections, seconds)],
    ...[...room(sections, 'room', 'usage'), ...room(sections, 'inodes', 'inode_usage')],
  ]
  // A counter that began anew between the two looks makes no rate.
  return values.filter(({ item, value }) => Number.isFinite(value) && value >= 0 && NAME.test(item))
}
