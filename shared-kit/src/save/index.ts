/** Browsers read what they save after the click has returned. */
const RELEASE_AFTER_MS = 60_000

/** Has the browser save some bytes as a file of that name. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), RELEASE_AFTER_MS)
}
