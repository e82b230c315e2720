import { isIPv6 } from 'node:net'

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
const GROUPS = 8
const OF_ONE_CUSTOMER = 4

/** What stands for everybody behind an address: a customer has one IPv4 address, but 2^64 of IPv6. */
export function networkOf(address: string): string {
  const plain = (address.split('%')[0] ?? '').toLowerCase()
  const mapped = MAPPED.exec(plain)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const groups = (part: string) => part.split(':').filter((group) => group !== '')
  const [before, after] = [groups(head), groups(tail ?? '')]
  const zeros = Array.from({ length: Math.max(0, GROUPS - before.length - after.length) }, () => '0')
  const network = [...before, ...zeros, ...after].slice(0, OF_ONE_CUSTOMER)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
