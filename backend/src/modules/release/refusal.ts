import { ArtefactError } from '../../artefact/artefactError.ts'
import { failed } from '../../platform/errors.ts'

/** Does work of the artefact library; what it refuses is answered to whoever asked, in its words. */
export async function orRefuse<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ArtefactError) throw failed(error.message)
    throw error
  }
}
