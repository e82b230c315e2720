import { describe, expect, it } from 'vitest'
import { callbackAddress, fillReviewAddress } from './reviewAddress.ts'

const facts = {
  project: { id: 7, name: 'shop & more', environment: 1 },
  commit: { branch: 'feature/a b', commit: 'abc' },
  publisher: { userId: 3, name: 'Ada "the first"' },
  time: 1_800_000_000,
  callback: callbackAddress('https://console.example', 9, 's3cret'),
}

describe('fillReviewAddress', () => {
  it('encodes every value, so that none can add a parameter', () => {
    const template =
      'https://review.example/?id=__PROJECT_ID__&n=__PROJECT_NAME__&b=__BRANCH__&e=__ENVIRONMENT__&c=__COMMIT_ID__&t=__PUBLISH_TIME__&u=__PUBLISHER_ID__&w=__PUBLISHER_NAME__&back=__CALLBACK__&x=__OTHER__'
    const query = new URL(fillReviewAddress(template, facts)).searchParams
    expect(Object.fromEntries(query)).toEqual({
      id: '7',
      n: 'shop & more',
      b: 'feature/a b',
      e: '1',
      c: 'abc',
      t: '1800000000',
      u: '3',
      w: 'Ada "the first"',
      back: 'https://console.example/deploy/callback?project_review_id=9&token=s3cret',
      x: '__OTHER__',
    })
  })
})
