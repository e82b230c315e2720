// Style sheets of an area in pages elsewhere. They are adopted by the roots that need them instead of being put into the
// page: nothing of them is seen outside a shadow root, and a security policy that allows no inline styles allows these.
const sheets: CSSStyleSheet[] = []
const users = new Map<DocumentOrShadowRoot, number>()

/** Takes the text of a style sheet: in builds for pages elsewhere, importing a `.css` file comes down to this. */
export function addStyleText(text: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  sheets.push(sheet)
  for (const root of users.keys()) root.adoptedStyleSheets.push(sheet)
}

/** Takes a sheet that goes under all others. */
export function addFirstSheet(sheet: CSSStyleSheet): void {
  sheets.unshift(sheet)
  for (const root of users.keys()) root.adoptedStyleSheets.unshift(sheet)
}

/**
 * Gives a root all our style sheets, and those that are loaded later.
 * @returns takes them away again, once nobody else in this root needs them
 */
export function adoptStyles(root: DocumentOrShadowRoot): () => void {
  const count = users.get(root) ?? 0
  users.set(root, count + 1)
  if (count === 0) root.adoptedStyleSheets.push(...sheets)
  return () => {
    const left = (users.get(root) ?? 1) - 1
    if (left > 0) return void users.set(root, left)
    users.delete(root)
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((sheet) => !sheets.includes(sheet))
  }
}
