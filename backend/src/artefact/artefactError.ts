/** What was refused, for programs; people get the message. */
export type ArtefactRule =
  | 'archive'
  | 'channel'
  | 'contents'
  | 'exists'
  | 'files'
  | 'folder'
  | 'hash'
  | 'key'
  | 'lock'
  | 'name'
  | 'registry'
  | 'release'
  | 'signature'

/** Something about an artefact, a channel or a registry is refused; the message says to a person what to do. */
export class ArtefactError extends Error {
  readonly rule: ArtefactRule

  constructor(rule: ArtefactRule, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ArtefactError'
    this.rule = rule
  }
}
