import type { Algorithm } from './algorithms.ts'

/** Takes bytes as they come and says in the end what all of them hash to, in lower-case hex. */
export interface Hasher {
  update(bytes: Uint8Array): void
  digest(): string
}

export type MakeHashers = (algorithms: readonly Algorithm[]) => Promise<readonly Hasher[]>
