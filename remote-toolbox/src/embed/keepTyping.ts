const TYPED_INTO = 'input, textarea, select, [contenteditable]'
const KEYS = ['keydown', 'keypress', 'keyup'] as const

function keep(event: Event): void {
  const [target] = event.composedPath()
  const isTyped = target instanceof Element && target.matches(TYPED_INTO)
  // Escape may close something of ours that listens further out.
  if (isTyped && event instanceof KeyboardEvent && event.key !== 'Escape') event.stopPropagation()
}

/**
 * Keeps what is typed inside a shadow root: from outside all of it seems to happen to one plain element, and a page with
 * shortcuts would take every letter for one.
 */
export function keepTyping(root: ShadowRoot): void {
  for (const key of KEYS) root.addEventListener(key, keep)
}
