/** One file that is looked at. */
export interface OpenFile {
  dir: string
  name: string
  /** It is to be made. */
  isNew?: boolean
  /** The line that is meant. */
  line?: number
}
