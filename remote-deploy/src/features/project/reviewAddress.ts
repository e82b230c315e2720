/** What an address of a review system can be told, each as a query parameter with a placeholder. */
const PLACEHOLDERS = {
  project_id: '__PROJECT_ID__',
  project_name: '__PROJECT_NAME__',
  branch: '__BRANCH__',
  environment: '__ENVIRONMENT__',
  commit_id: '__COMMIT_ID__',
  publish_time: '__PUBLISH_TIME__',
  publisher_id: '__PUBLISHER_ID__',
  publisher_name: '__PUBLISHER_NAME__',
  callback: '__CALLBACK__',
} as const
export type ReviewParameter = keyof typeof PLACEHOLDERS
export const REVIEW_PARAMETERS = Object.keys(PLACEHOLDERS) as ReviewParameter[]
/** Without it nobody outside could approve, so it is always sent along. */
export const CALLBACK: ReviewParameter = 'callback'

/** The longest address that is stored, parameters included. */
export const ADDRESS_LENGTH = 1000

const isHttp = (url: URL | null): url is URL => url?.protocol === 'http:' || url?.protocol === 'https:'

/** Splits what is stored into the address somebody typed and the parameters somebody ticked. */
export function splitReviewAddress(stored: string): { address: string; parameters: ReviewParameter[] } {
  const url = URL.parse(stored)
  if (!isHttp(url)) return { address: stored, parameters: [CALLBACK] }
  const parameters = REVIEW_PARAMETERS.filter((name) => url.searchParams.get(name) === PLACEHOLDERS[name])
  for (const name of parameters) url.searchParams.delete(name, PLACEHOLDERS[name])
  const hadPath = /^\w+:\/\/[^/?#]+\//.test(stored)
  // An address without a path is shown as it was typed, not with the slash a parser adds.
  const address = hadPath ? url.href : url.href.replace(/^(\w+:\/\/[^/?#]+)\/(?=$|[?#])/, '$1')
  return { address, parameters: [...new Set([...parameters, CALLBACK])] }
}

/** Puts them together again; "" when there is no address, because then nobody is called. */
export function joinReviewAddress(address: string, parameters: readonly ReviewParameter[]): string {
  const url = URL.parse(address.trim())
  if (!isHttp(url)) return address.trim()
  for (const name of REVIEW_PARAMETERS) {
    if (!parameters.includes(name) && name !== CALLBACK) continue
    url.searchParams.delete(name)
    url.searchParams.append(name, PLACEHOLDERS[name])
  }
  return url.href
}
