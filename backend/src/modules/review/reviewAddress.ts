import type { CommitInfo } from '@windlass/shared-kit/contract/repository'
import type { ProjectInPlain } from '../project/project.service.ts'

/** What a review address may be told. */
export interface ReviewFacts {
  project: Pick<ProjectInPlain, 'environment' | 'id' | 'name'>
  commit: Pick<CommitInfo, 'branch' | 'commit'>
  publisher: { userId: number; name: string }
  /** Unix seconds. */
  time: number
  callback: string
}

/** Where a browser or a program answers a review. */
export const callbackAddress = (base: string, reviewId: number, secret: string): string =>
  `${base}/deploy/callback?project_review_id=${reviewId}&token=${secret}`

/** Replaces each placeholder of a review address by its value, encoded for a query. */
export function fillReviewAddress(template: string, facts: ReviewFacts): string {
  const values: Readonly<Record<string, string>> = {
    __PROJECT_ID__: String(facts.project.id),
    __PROJECT_NAME__: facts.project.name,
    __BRANCH__: facts.commit.branch,
    __ENVIRONMENT__: String(facts.project.environment),
    __COMMIT_ID__: facts.commit.commit,
    __PUBLISH_TIME__: String(facts.time),
    __PUBLISHER_ID__: String(facts.publisher.userId),
    __PUBLISHER_NAME__: facts.publisher.name,
    __CALLBACK__: facts.callback,
  }
  return template.replace(/__[A-Z_]+?__/g, (name) =>
    Object.hasOwn(values, name) ? encodeURIComponent(values[name] ?? '') : name,
  )
}
