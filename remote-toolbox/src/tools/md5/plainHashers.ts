import { md5, sha1 } from '@noble/hashes/legacy.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Algorithm } from './algorithms.ts'
import type { Hasher } from './hasher.ts'

const HASHES = { md5, sha1, sha256, sha512 } satisfies Record<Algorithm, unknown>

function plainHasher(algorithm: Algorithm): Hasher {
  const hash = HASHES[algorithm].create()
  return {
    update: (bytes) => {
      hash.update(bytes)
    },
    digest: () => bytesToHex(hash.digest()),
  }
}

/** Hashers in plain JavaScript: slower, but every page lets them run, and at once. */
export const plainHashers = (algorithms: readonly Algorithm[]): readonly Hasher[] => algorithms.map(plainHasher)
