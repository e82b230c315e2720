/** A file of the person's own machine, with its place below the folder it was chosen or dropped with. */
export interface PickedFile {
  file: File
  /** `photo.jpg`, or `album/2026/photo.jpg` when a folder was chosen. */
  name: string
}

const readFile = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject))

/** A browser hands out a hundred at a time. */
async function readFolder(entry: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = entry.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return all
    all.push(...some)
  }
}

async function walk(entry: FileSystemEntry, folder: string): Promise<PickedFile[]> {
  const name = `${folder}${entry.name}`
  // The interface tells by these two flags which of its two kinds an entry is.
  if (entry.isFile) return [{ file: await readFile(entry as FileSystemFileEntry), name }]
  const files: PickedFile[] = []
  for (const inner of await readFolder(entry as FileSystemDirectoryEntry))
    files.push(...(await walk(inner, `${name}/`)))
  return files
}

/** All files of what was dropped, those in folders included. Must be called while the drop is being handled. */
export async function collectDropped(data: DataTransfer): Promise<PickedFile[]> {
  // What is dropped can be asked for its entries only now, before anything is awaited.
  const entries = [...data.items].map((item) => (item.kind === 'file' ? item.webkitGetAsEntry() : null))
  const plain = [...data.files]
  const found = entries.filter((entry) => entry !== null)
  if (found.length === 0) return plain.map((file) => ({ file, name: file.name }))
  const lists = await Promise.all(found.map((entry) => walk(entry, '')))
  return lists.flat()
}

/** What was chosen by a button: a folder's files tell their place below it. */
export const collectChosen = (files: FileList | null): PickedFile[] =>
  [...(files ?? [])].map((file) => ({ file, name: file.webkitRelativePath || file.name }))
