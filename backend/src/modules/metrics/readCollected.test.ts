import { describe, expect, it } from 'vitest'
import { readCollected } from './readCollected.ts'

const look = (uptime: string, stat: string, net: readonly string[], disk: readonly string[]) => [
  '@uptime',
  `${uptime} 999`,
  '@stat',
  stat,
  '@net',
  'Inter-|   Receive',
  ' face |bytes',
  ...net,
  '@disk',
  ...disk,
]

const ANSWER = [
  ...look(
    '100.00',
    'cpu  100 0 50 800 50 0 0 0 30 0',
    [
      '    lo: 500 1 0 0 0 0 0 0 500 1 0 0 0 0 0 0',
      '  eth0: 1000 1 0 0 0 0 0 0 2000 1 0 0 0 0 0 0',
      '  wlan0: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0',
    ],
    [
      '   8       0 sda 100 0 0 0 50 0 0 0',
      '   8       1 sda1 90 0 0 0 50 0 0 0',
      '   7       0 loop0 5 0 0 0 0 0 0 0',
    ],
  ),
  ...look(
    '102.00',
    'cpu  140 0 60 840 60 0 0 0 70 0',
    [
      '    lo: 700 1 0 0 0 0 0 0 900 1 0 0 0 0 0 0',
      '  eth0:  5000 1 0 0 0 0 0 0 1000 1 0 0 0 0 0 0',
      'docker0: 9 1 0 0 0 0 0 0 9 1 0 0 0 0 0 0',
    ],
    [
      '   8       0 sda 120 0 0 0 51 0 0 0',
      '   8       1 sda1 110 0 0 0 51 0 0 0',
      '   7       0 loop0 5 0 0 0 0 0 0 0',
    ],
  ),
  ...['@load', '0.50 1.25 2.00 1/300 4242', '@mem', 'MemTotal: 1000 kB', 'MemFree: 100 kB', 'MemAvailable: 400 kB'],
  ...['@tcp', '12 3', '@block', 'loop0', 'sda', '@room', 'Filesystem 1024-blocks Used Available Capacity Mounted on'],
  ...['/dev/sda1 100 40 60 40% /', 'nfs:/x 1 1 1 1% /mnt', '@inodes', 'Filesystem Inodes IUsed IFree IUse% Mounted on'],
  ...['/dev/sda1 100 7 93 7% /', '/dev/sdb1 0 0 0 - /data', '@end'],
]
const values = (lines: readonly string[]) =>
  Object.fromEntries(readCollected(lines.join('\n')).map(({ type, item, value }) => [`${type} ${item}`, value]))

describe('what a server told', () => {
  it('becomes what an agent would report', () => {
    expect(values(ANSWER)).toEqual({
      '1 cpu_usage': 60,
      '2 ram_usage': 60,
      '3 loadavg_1m': 0.5,
      '3 loadavg_5m': 1.25,
      '3 loadavg_15m': 2,
      '4 tcp.total': 12,
      '4 tcp.established': 3,
      '5 eth0.in': 2000,
      '6 lo.in': 100,
      '6 lo.out': 200,
      '7 /dev/sda1.usage': 40,
      '7 /dev/sda1.inode_usage': 7,
      '8 sda.read_iops': 10,
      '8 sda.write_iops': 0.5,
    })
  })

  it('takes what old kernels say about memory', () => {
    const old = ANSWER.map((line) => (line.startsWith('MemAvailable') ? 'Cached: 300 kB' : line))
    expect(values(old)['2 ram_usage']).toBe(60)
  })

  it.each([
    ['nothing', ''],
    ['something else', 'sh: not found\n@@\n@stat\n@stat\nhello'],
    ['numbers that are none', '@stat\ncpu x y z\n@stat\ncpu 1 NaN Infinity\n@load\n- - -\n@mem\nMemTotal: many'],
    ['names that are none', '@room\n/dev/<script> 1 1 1 5% /\n/dev/a\u0007b 1 1 1 5% /'],
  ])('is left out when it is %s', (_what, text) => expect(readCollected(text)).toEqual([]))
})
