/** What is being written, as this tab of the browser remembers it. */
export interface Draft {
  script: string
  /** 0 when it was made from none. */
  templateId: number
}

const NO_DRAFT: Draft = { script: '', templateId: 0 }

const keyOf = (userId: number, namespaceId: number) => `windlass.script-draft.${userId}.${namespaceId}`

/** What somebody was writing in a namespace. */
export function readDraft(userId: number, namespaceId: number): Draft {
  try {
    const value = JSON.parse(sessionStorage.getItem(keyOf(userId, namespaceId)) ?? '{}') as Partial<Draft> | null
    const { script, templateId } = value ?? {}
    return {
      script: typeof script === 'string' ? script : '',
      templateId: typeof templateId === 'number' ? templateId : 0,
    }
  } catch {
    // Somebody else's text under this name is as good as none.
    return NO_DRAFT
  }
}

/** Remembers it; a text that is too long for the browser is only in the page. */
export function writeDraft(userId: number, namespaceId: number, draft: Draft): void {
  try {
    sessionStorage.setItem(keyOf(userId, namespaceId), JSON.stringify(draft))
  } catch {
    // The store of the browser is full: what was written before must not come back as if it were this.
    sessionStorage.removeItem(keyOf(userId, namespaceId))
  }
}
