/** A template cannot be used as it is written; the message says where and why. */
export class TemplateError extends Error {
  override name = 'TemplateError'

  constructor(line: number, problem: string) {
    super(`line ${line}: ${problem}`)
  }
}
