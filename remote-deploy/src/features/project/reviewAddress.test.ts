import { describe, expect, it } from 'vitest'
import { reviewAddressProblem } from './projectRules.ts'
import { joinReviewAddress, splitReviewAddress } from './reviewAddress.ts'

describe('the address of a review system', () => {
  it('carries what was ticked, and always the way back', () => {
    expect(joinReviewAddress(' https://review.example/open?team=web ', ['project_id', 'publisher_name'])).toBe(
      'https://review.example/open?team=web&project_id=__PROJECT_ID__&publisher_name=__PUBLISHER_NAME__&callback=__CALLBACK__',
    )
    expect(joinReviewAddress('', ['project_id'])).toBe('')
  })

  it('is split again into what was typed and what was ticked', () => {
    for (const address of [
      'https://review.example/open?team=web',
      'http://10.0.0.7:8080/r#top',
      'https://r.example/',
    ]) {
      const stored = joinReviewAddress(address, ['branch', 'commit_id'])
      expect(splitReviewAddress(stored)).toEqual({ address, parameters: ['branch', 'commit_id', 'callback'] })
    }
    expect(splitReviewAddress('https://r.example').address).toBe('https://r.example')
  })

  it('keeps a parameter of the same name that holds something of its own', () => {
    const { address, parameters } = splitReviewAddress('https://r.example/x?branch=main&callback=__CALLBACK__')
    expect(address).toBe('https://r.example/x?branch=main')
    expect(parameters).toEqual(['callback'])
  })

  it.each([
    ['', undefined],
    ['https://review.example', undefined],
    ['review.example', 'http'],
    ['javascript:alert(1)', 'http'],
    ['ftp://review.example/x', 'http'],
    [`https://review.example/${'x'.repeat(1000)}`, 'long'],
  ])('is checked before it is saved: %j is %s', (address, problem) => {
    expect(reviewAddressProblem(address, [])).toBe(problem)
  })
})
