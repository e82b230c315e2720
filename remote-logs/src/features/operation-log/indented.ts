/** JSON with line breaks and indentation; anything else as it is. */
export function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // Shown as it was written down.
    return text
  }
}
