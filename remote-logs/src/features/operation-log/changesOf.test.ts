import { describe, expect, it } from 'vitest'
import { changesOf } from './changesOf.ts'

describe('what an operation changed', () => {
  it('is what differs', () => {
    const before = JSON.stringify({ name: 'web', port: 22, tags: ['a'], kept: true })
    const after = JSON.stringify({ name: 'web', port: 2222, tags: ['a', 'b'], kept: true })
    expect(changesOf(before, after)).toEqual([
      { name: 'port', before: '22', after: '2222' },
      { name: 'tags', before: '[\n  "a"\n]', after: '[\n  "a",\n  "b"\n]' },
    ])
  })

  it('is everything of what was added or removed', () => {
    expect(changesOf('', '{"name":"new"}')).toEqual([{ name: 'name', before: undefined, after: 'new' }])
    expect(changesOf('{"name":"old"}', '')).toEqual([{ name: 'name', before: 'old', after: undefined }])
    expect(changesOf('', '')).toEqual([])
  })

  it('may be something that is no object', () => {
    expect(changesOf('[1]', '[1,2]')).toEqual([{ name: '1', before: undefined, after: '2' }])
    expect(changesOf('1', '2')).toEqual([{ name: '', before: '1', after: '2' }])
  })
})
