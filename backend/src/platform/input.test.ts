import { endpoint } from '@windlass/shared-kit/contract'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { inputReader } from './input.ts'

const Sample = endpoint({
  method: 'POST',
  path: '/sample',
  access: 'public',
  input: Type.Object({
    serverId: Type.Integer(),
    name: Type.Optional(Type.String({ minLength: 2 })),
    tags: Type.Optional(Type.Array(Type.String())),
  }),
})
const read = inputReader(Sample)

describe('the reader of inputs', () => {
  it('takes the query first and lets the body win', () => {
    expect(read({ serverId: '1', name: 'from query' }, { serverId: 2, name: 'from body' })).toEqual({
      input: { serverId: 2, name: 'from body' },
    })
  })

  it('converts the texts of a query, but not those of a body', () => {
    expect(read({ serverId: '7' }, undefined)).toEqual({ input: { serverId: 7 } })
    expect(read({ serverId: '7', tags: 'one' }, null)).toEqual({ input: { serverId: 7, tags: ['one'] } })
    expect(read({}, { serverId: '7' }).problem).toBe('serverId must be integer')
    expect(read({ serverId: 'seven' }, undefined).problem).toBe('serverId must be integer')
  })

  it('knows names in any letter case and drops the ones it does not know', () => {
    expect(read({}, { SERVERID: 1, Name: 'xy', isAdmin: true })).toEqual({ input: { serverId: 1, name: 'xy' } })
  })

  it('takes null, and an empty text of a query, for absent', () => {
    expect(read({ name: '', serverId: '1' }, { name: null })).toEqual({ input: { serverId: 1 } })
    expect(read({}, { serverId: null }).problem).toBe('serverId is a required field')
  })

  it.each([[[1, 2]], ['text'], [3]])('refuses the body %j', (body) => {
    expect(read({}, body).problem).toBe('the body must be a JSON object')
  })

  it('refuses a NUL in any text', () => {
    expect(read({}, { serverId: 1, name: 'a\0b' }).problem).toContain('NUL')
    expect(read({}, { serverId: 1, tags: ['fine', '\0'] }).problem).toContain('NUL')
  })

  it('names the first field that is wrong', () => {
    expect(read({}, { serverId: 1, name: 'x' }).problem).toBe('name must NOT have fewer than 2 characters')
  })
})
