import { Code } from '@windlass/shared-kit/contract'
import { AppError } from '../../platform/errors.ts'

/** What a page says about a file it uploads. */
export interface UploadMetadata {
  serverId: number
  dir: string
  name: string
  overwrite: boolean
  /** Unix seconds; 0 when it did not say. */
  time: number
  /** -1 when it did not say. */
  bits: number
  sha256: string
  asRoot: boolean
}

const ID_LIMIT = 2 ** 31 - 1

const wrong = (what: string) => new AppError(Code.IllegalParameter, `Upload-Metadata: ${what}`)

/** The pairs of the header: a name, and a value in base64. */
function pairsOf(header: string): Map<string, string> {
  const pairs = new Map<string, string>()
  for (const pair of header.split(',')) {
    const [name = '', value = ''] = pair.trim().split(' ')
    pairs.set(name, Buffer.from(value, 'base64').toString())
  }
  return pairs
}

/** Reads the header of the tus protocol. @throws AppError that names what is missing or wrong */
export function readMetadata(header: string | string[] | undefined): UploadMetadata {
  const pairs = pairsOf(typeof header === 'string' ? header : '')
  const text = (name: string) => pairs.get(name) ?? ''
  const serverId = Number(text('serverId'))
  if (!Number.isInteger(serverId) || serverId < 1 || serverId > ID_LIMIT) throw wrong('serverId is a required number')
  if (text('dir') === '' || text('name') === '') throw wrong('dir and name are required')
  const time = Number(text('time') || 0)
  if (!Number.isInteger(time) || time < 0 || time > 0xffffffff) throw wrong('time must be Unix seconds')
  if (!/^([0-7]{1,4})?$/.test(text('bits'))) throw wrong('bits must be octal')
  if (!/^([0-9a-fA-F]{64})?$/.test(text('sha256'))) throw wrong('sha256 must be 64 hexadecimal digits')
  return {
    serverId,
    dir: text('dir'),
    name: text('name'),
    time,
    overwrite: text('overwrite') === '1',
    asRoot: text('asRoot') === '1',
    bits: text('bits') === '' ? -1 : Number.parseInt(text('bits'), 8),
    sha256: text('sha256'),
  }
}
