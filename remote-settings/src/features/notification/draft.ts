/** What somebody has written and not saved. */
export interface Draft {
  title: string
  template: string
}
