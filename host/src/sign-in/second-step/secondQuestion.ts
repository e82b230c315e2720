import { Code } from '@windlass/shared-kit/contract'
import type { SecondFactorQuestion } from '@windlass/shared-kit/contract/secondFactor'
import { ApiError } from '@windlass/shared-kit/http'

/** What a refused sign-in asks for next; undefined when it was refused for another reason. */
export function secondQuestion(error: unknown): SecondFactorQuestion | undefined {
  if (!(error instanceof ApiError) || error.code !== Code.SecondFactorNeeded) return undefined
  // The contract ties this shape to the code; what is not of it came from something else than our server.
  const data = error.data as SecondFactorQuestion | null
  return typeof data?.challenge === 'string' && Array.isArray(data.methods) ? data : undefined
}
