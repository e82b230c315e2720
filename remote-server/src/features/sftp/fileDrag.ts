/** What a drag of rows carries; only pages of this console know the type. */
const TYPE = 'application/x-windlass-files'

export interface Dragged {
  serverId: number
  asRoot: boolean
  dir: string
  names: string[]
}

export const startDrag = (data: DataTransfer, dragged: Dragged): void => {
  data.effectAllowed = 'copyMove'
  data.setData(TYPE, JSON.stringify(dragged))
}

/** While something is dragged over, only the kinds of it are told. */
export function dragKind({ types }: Pick<DataTransfer, 'types'>): 'files' | 'rows' | undefined {
  if (types.includes(TYPE)) return 'rows'
  return types.includes('Files') ? 'files' : undefined
}

/** The rows that were dropped; undefined when it is something else. */
export function droppedRows(data: DataTransfer): Dragged | undefined {
  const text = data.getData(TYPE)
  // Set by `startDrag` only: no other page can name the type by accident, and names are checked by the server.
  return text === '' ? undefined : (JSON.parse(text) as Dragged)
}
