const ID_BYTES = 16

/** A name that nobody else has chosen; also where the page came over plain HTTP, which has no randomUUID. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(ID_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('')
