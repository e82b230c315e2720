const LONGEST = 4096
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/

/** The folder that a shell says it is in by OSC 7; undefined for what is none, or could look like something else. */
export function folderOf(data: string): string | undefined {
  const path = /^file:\/\/[^/]*(\/.*)$/s.exec(data)?.[1]
  if (path === undefined || path.length > LONGEST) return undefined
  try {
    const folder = decodeURIComponent(path)
    return UNSEEN.test(folder) ? undefined : folder
  } catch {
    // Some shells leave a lone percent sign as it is: then nobody knows what is meant.
    return undefined
  }
}

/** What a shell is given to go there, whatever the name holds; the space in front keeps it out of most histories. */
export const goTo = (folder: string): string => ` cd -- '${folder.replaceAll("'", String.raw`'\''`)}'\r`
