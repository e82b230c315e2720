import { BlockList, isIP } from 'node:net'
import { Type } from 'typebox'

/** Settings about what this console may call. */
export const OUTBOUND_ENV = {
  OUTBOUND_DENY: Type.String({
    default: '169.254.169.254,fd00:ec2::254,100.100.100.200',
    description:
      'addresses and networks that are never called, as 10.0.0.5,192.168.0.0/16; those where clouds keep credentials unless set; none for none',
  }),
  OUTBOUND_ALLOW: Type.String({
    default: '',
    description: 'the only addresses and networks that are called, that of a database included; empty calls all others',
  }),
}

const MOST_BITS = { ipv4: 32, ipv6: 128 } as const

/** Reads addresses and networks, separated by commas. @throws Error that names the part that is neither */
export function networksOf(text: string): BlockList {
  const networks = new BlockList()
  for (const part of text.split(',').map((one) => one.trim())) {
    if (part === '' || part === 'none') continue
    const [address = '', bits, ...more] = part.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    const length = bits === undefined ? MOST_BITS[family] : Number(bits)
    const isLength = bits === undefined || /^\d{1,3}$/.test(bits)
    if (isIP(address) === 0 || !isLength || length > MOST_BITS[family] || more.length > 0) {
      throw new Error(`${part} is no address and no network; write 10.0.0.5 or 10.0.0.0/8`)
    }
    networks.addSubnet(address, length, family)
  }
  return networks
}

/** What is wrong with these settings, or undefined. */
export function outboundProblem(env: Record<keyof typeof OUTBOUND_ENV, string>): string | undefined {
  for (const name of ['OUTBOUND_DENY', 'OUTBOUND_ALLOW'] as const) {
    try {
      networksOf(env[name])
    } catch (error) {
      return `${name}: ${error instanceof Error ? error.message : String(error)}`
    }
  }
  return undefined
}
