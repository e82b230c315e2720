/** One kind of characters. */
export interface CharacterClass {
  /** The number the class is known by, as in links. */
  id: string
  characters: string
}

/** Specification 2: the classes and their numbers. */
export const CHARACTER_CLASSES: readonly CharacterClass[] = [
  { id: '1', characters: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ' },
  { id: '2', characters: 'abcdefghijklmnopqrstuvwxyz' },
  { id: '3', characters: '0123456789' },
  { id: '4', characters: '!@#$%^&*' },
]

/** Specification 2: what is chosen at first. */
export const DEFAULT_CLASSES: readonly string[] = ['1', '2', '3']

/** Characters that are taken for one another when a password is read from paper or told on the phone. */
export const LOOK_ALIKES = '0O1lI'

const isDistinct = (character: string) => !LOOK_ALIKES.includes(character)

/** The characters of each chosen class, in the order of the classes; numbers that mean no class are passed over. */
export function charactersOf(ids: readonly string[], isDistinctOnly: boolean): string[] {
  return CHARACTER_CLASSES.filter(({ id }) => ids.includes(id)).map(({ characters }) =>
    isDistinctOnly ? [...characters].filter(isDistinct).join('') : characters,
  )
}
