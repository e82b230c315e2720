/** What somebody is about to make of a role, and what he may make of it. */
export interface PermissionDraft {
  /** What the role grants on the server. */
  before: ReadonlySet<number>
  chosen: ReadonlySet<number>
  /** What the person in front of the screen may do. */
  held: ReadonlySet<number>
  /** The role it is compared with. */
  other: { name: string; ids: ReadonlySet<number> } | undefined
  mayChange: (id: number) => boolean
  onChange: (ids: readonly number[], isChosen: boolean) => void
}

/** What saving adds and takes away. */
export const changesOf = (before: ReadonlySet<number>, chosen: ReadonlySet<number>) => ({
  added: [...chosen].filter((id) => !before.has(id)),
  taken: [...before].filter((id) => !chosen.has(id)),
})
