import { bytesOf, type InputUnit, inSteps, readSize, UNITS, writeSize } from './byteSize.ts'
import { type Exact, readExact, writeExact } from './exact.ts'

/** What the tool shows. */
export interface ByteState {
  /** As typed. */
  amount: string
  unit: InputUnit
  /** The size as written by the tool, or as typed by somebody who converts back; "" before converting. */
  size: string
  /** What both say; absent before converting. */
  bytes?: Exact
  problem?: { field: 'amount' | 'size'; why: 'long' | 'unreadable' }
}

/** Converts the amount in its unit. Nothing typed is nothing to convert. */
export function convert(amount: string, unit: InputUnit): ByteState {
  const empty = { amount, unit, size: '' }
  if (amount.trim() === '') return empty
  const read = readExact(amount)
  if (typeof read === 'string') return { ...empty, problem: { field: 'amount', why: read } }
  const bytes = bytesOf(read, unit)
  return { amount, unit, size: writeSize(bytes), bytes }
}

/** Converts a typed size back to the amount in the chosen unit. */
export function convertBack(state: ByteState, size: string): ByteState {
  const { amount, unit } = state
  if (size.trim() === '') return { amount: '', unit, size }
  const bytes = readSize(size)
  if (typeof bytes === 'string') return { amount, unit, size, problem: { field: 'size', why: bytes } }
  return { amount: writeExact(inSteps(bytes, UNITS.indexOf(unit))), unit, size, bytes }
}
