import type { MakeHashers } from './hasher.ts'
import { plainHashers } from './plainHashers.ts'
import { wasmHashers } from './wasmHashers.ts'

/** The fastest hashers that this page lets run. */
export const openHashers: MakeHashers = async (algorithms) => {
  try {
    return await wasmHashers(algorithms)
  } catch (error) {
    // A policy without 'wasm-unsafe-eval' is no fault of the page, and the digests are the same.
    console.debug('hashing without WebAssembly', error)
    return plainHashers(algorithms)
  }
}
