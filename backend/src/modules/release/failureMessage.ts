const MESSAGE_LIMIT = 300

/**
 * The same failure in the same words: what differs between two browsers (numbers, hashes, queries) is left out, so that
 * ten thousand reports of one failure are one row.
 */
export const failureMessage = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(https?:\/\/[^\s?#]+)[?#]\S*/g, '$1')
    .replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, '#')
    // Shorter ones are in the names of files, which are the same for everybody and tell which one it is.
    .replace(/\b[0-9a-f]{16,}\b/gi, '#')
    .replace(/(?<![\w.])\d{5,}\b/g, '#')
    .slice(0, MESSAGE_LIMIT)
    // The cut may have halved a character.
    .toWellFormed()
