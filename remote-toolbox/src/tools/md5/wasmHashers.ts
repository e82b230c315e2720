import { createMD5, createSHA1, createSHA256, createSHA512 } from 'hash-wasm'
import type { Algorithm } from './algorithms.ts'
import type { Hasher, MakeHashers } from './hasher.ts'

const MAKERS = { md5: createMD5, sha1: createSHA1, sha256: createSHA256, sha512: createSHA512 }

async function wasmHasher(algorithm: Algorithm): Promise<Hasher> {
  const hash = await MAKERS[algorithm]()
  hash.init()
  return {
    update: (bytes) => {
      hash.update(bytes)
    },
    digest: () => hash.digest(),
  }
}

/** Hashers in WebAssembly, many times as fast as plain ones; rejects where the page's policy refuses WebAssembly. */
export const wasmHashers: MakeHashers = (algorithms) => Promise.all(algorithms.map(wasmHasher))
