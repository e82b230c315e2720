/** One character of a text. */
export interface CharacterRow {
  character: string
  /** `U+4E2D`. */
  code: string
  /** General category of Unicode, as `Lu`. */
  category: string
  /** ISO 15924, as `Latn`; "" where Unicode names one that is not in the list. */
  script: string
  /** Bytes in hexadecimal; "" for half a pair, which has none. */
  utf8: string
}

const CATEGORIES: readonly string[] =
  'Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co Cn'.split(' ')

/** Scripts in use, the frequent ones first; every browser of today knows these, and an unknown one would be an error. */
const SCRIPTS: readonly string[] =
  'Zyyy Latn Hani Cyrl Grek Zinh Hira Kana Hang Arab Hebr Thai Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Laoo Tibt Mymr Geor Armn Ethi Cher Cans Khmr Mong Bopo Yiii Thaa Syrc Nkoo Tfng Copt Java Bali Sund Vaii Olck Tale Lana Cham Brai Runr Ogam Goth Egyp Xsux Linb Phnx'.split(
    ' ',
  )

const hasProperty = (character: string, property: string) => new RegExp(`^\\p{${property}}$`, 'u').test(character)
const encoder = new TextEncoder()
const hex = (number: number, digits: number) => number.toString(16).toUpperCase().padStart(digits, '0')

function describeCharacter(character: string): CharacterRow {
  return {
    character,
    code: `U+${hex(character.codePointAt(0) ?? 0, 4)}`,
    category: CATEGORIES.find((category) => hasProperty(character, `gc=${category}`)) ?? '',
    script: SCRIPTS.find((script) => hasProperty(character, `sc=${script}`)) ?? '',
    utf8: character.isWellFormed() ? Array.from(encoder.encode(character), (byte) => hex(byte, 2)).join(' ') : '',
  }
}

/** The first characters of a text, each for itself: what looks like one may be several, and some cannot be seen at all. */
export function describeCharacters(text: string, most: number): CharacterRow[] {
  const rows: CharacterRow[] = []
  for (const character of text) {
    if (rows.length === most) break
    rows.push(describeCharacter(character))
  }
  return rows
}

/** How a character that cannot be seen by itself is drawn. */
export function visibleForm({ character, category }: Pick<CharacterRow, 'character' | 'category'>): string {
  const codePoint = character.codePointAt(0) ?? 0
  if (category === 'Zs') return '␣'
  // The pictures of control characters stand in the same order as these.
  if (codePoint < 0x20) return String.fromCodePoint(0x2400 + codePoint)
  if (codePoint === 0x7f) return '␡'
  if (category.startsWith('M')) return `◌${character}`
  return /^[CZ]/.test(category) ? '·' : character
}
