import { ALGORITHMS, type Algorithm, type Digests } from './algorithms.ts'

/** What an expected digest says about the computed ones. */
export type Verdict =
  | { kind: 'none' }
  /** The text holds no digest that one of the algorithms could have made; so many hex digits it has in a row. */
  | { kind: 'unknown'; digits: number }
  | { kind: 'match' | 'mismatch' | 'waiting'; algorithm: Algorithm }

interface Expected {
  algorithm: Algorithm
  hex: string
}

/** `MD5 (name) = …` of BSD and `SHA256(name)= …` of OpenSSL: what is in the brackets may look like anything. */
const TAGGED = /^\\?[A-Za-z][\w/-]*\s*\(.*\)\s*=\s*([0-9a-f]+)\s*$/i

function asExpected(hex: string): Expected[] {
  const algorithm = ALGORITHMS.find(({ digits }) => digits === hex.length)?.id
  return algorithm ? [{ algorithm, hex: hex.toLowerCase() }] : []
}

/** Hex digits that stand alone. */
const hexWords = (line: string) => line.match(/(?<![0-9a-z])[0-9a-f]+(?![0-9a-z])/gi) ?? []

/** The text without what people and programs put between hex digits; undefined when there is more than hex digits in it. */
function joinedHex(text: string): string | undefined {
  const joined = text.replace(/[\s:-]/g, '')
  return /^[0-9a-f]+$/i.test(joined) ? joined : undefined
}

/** The digest of one line, as md5sum and its kin, OpenSSL, Get-FileHash and web pages write them. */
function expectedOfLine(line: string): Expected[] {
  const tagged = TAGGED.exec(line)?.[1]
  if (tagged) return asExpected(tagged)
  // What follows the digest is the name of a file, which may look like a digest too.
  const [word] = hexWords(line).flatMap(asExpected)
  return [...(word ? [word] : []), ...asExpected(joinedHex(line) ?? '')]
}

/** Every way to read a pasted text as digests: one a line, or one with spaces and line breaks between its digits. */
function readExpected(text: string): readonly Expected[] {
  return [...text.split('\n').flatMap(expectedOfLine), ...asExpected(joinedHex(text) ?? '')]
}

/** Compares; of several digests one has to match. */
export function judge(text: string, digests: Digests): Verdict {
  if (text.trim() === '') return { kind: 'none' }
  const all = readExpected(text)
  const [first] = all
  if (!first) {
    const words = [joinedHex(text) ?? '', ...hexWords(text)]
    return { kind: 'unknown', digits: Math.max(...words.map((word) => word.length)) }
  }
  const match = all.find(({ algorithm, hex }) => digests[algorithm] === hex)
  if (match) return { kind: 'match', algorithm: match.algorithm }
  const waiting = all.find(({ algorithm }) => digests[algorithm] === undefined)
  if (waiting) return { kind: 'waiting', algorithm: waiting.algorithm }
  return { kind: 'mismatch', algorithm: first.algorithm }
}
