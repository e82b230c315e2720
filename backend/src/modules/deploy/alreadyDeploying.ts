import { Code } from '@windlass/shared-kit/contract'
import { AppError } from '../../platform/errors.ts'
import type { PublishRecord } from './publish.store.ts'

/** The very same deploy waits or runs already. */
export class AlreadyDeploying extends AppError {
  override name = 'AlreadyDeploying'
  readonly token: string

  constructor({ token, publisherName }: Pick<PublishRecord, 'token' | 'publisherName'>) {
    super(Code.Failed, `already deploying by ${publisherName}`)
    this.token = token
  }
}
