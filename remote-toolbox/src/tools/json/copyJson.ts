import type { JsonDocument } from './useJsonDocument.ts'
import type { JsonForm } from './writeJson.ts'

/** More would make the page stop for a moment; it can be saved as a file instead. */
const MOST_BYTES = 10_000_000

/** The text of one value or of all of it, for the clipboard; undefined, and a notice, when it is too long for that. */
export async function copyJson(
  { ask, setProblem }: JsonDocument,
  form: JsonForm,
  node?: number,
): Promise<string | undefined> {
  const answer = await ask(async (service) => ({ written: await service.write(form, node, MOST_BYTES) }))
  // What failed was told already.
  if (answer && !answer.written) setProblem({ what: 'tooLongToCopy' })
  return answer?.written?.text()
}
