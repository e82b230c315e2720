import { Code, Permission } from '@windlass/shared-kit/contract'
import {
  TemplateAdd,
  TemplateEdit,
  TemplateOptionList,
  TemplateRemove,
  TemplateType,
} from '@windlass/shared-kit/contract/template'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeTestServer, makeTestServer, type TestCaller, type TestServer } from '../../testing/testServer.ts'
import { matches } from './parameterValue.ts'

let server: TestServer
beforeAll(async () => {
  server = await makeTestServer()
})
afterAll(() => closeTestServer(server))

const type = TemplateType.Script
const list = async (caller: TestCaller) => (await caller.call(TemplateOptionList, { type })).list

describe('templates', () => {
  it('belong to their namespace, newest first, unless a super manager shares them', async () => {
    const writer = await server.makeUser([Permission.ShowServerScriptPage])
    const elsewhere = await server.makeUser([Permission.ShowServerScriptPage], await server.makeNamespace())
    const { id } = await writer.call(TemplateAdd, { type, name: ' one ', content: 'a', description: 'why' })
    await server.admin.call(TemplateAdd, { type, name: 'for all', content: 'b', isShared: true })
    expect((await list(writer)).map(({ name }) => name)).toEqual(['for all', 'one'])
    expect(await list(elsewhere)).toMatchObject([{ name: 'for all', isShared: true, content: 'b', version: 1 }])
    expect((await writer.call(TemplateOptionList, { type: 2 })).list).toEqual([])

    const [shared] = await list(elsewhere)
    const change = { id: shared?.id ?? 0, version: 1, name: 'x', content: 'evil' }
    expect((await writer.ask(TemplateEdit, change)).code).toBe(Code.Denied)
    expect((await writer.ask(TemplateRemove, { id: change.id })).code).toBe(Code.Denied)
    expect((await writer.ask(TemplateAdd, { type, name: 'x', content: 'x', isShared: true })).code).toBe(Code.Denied)
    expect((await elsewhere.ask(TemplateEdit, { ...change, id })).code).toBe(Code.Failed)
    expect((await elsewhere.ask(TemplateRemove, { id })).code).toBe(Code.Failed)
    await writer.call(TemplateRemove, { id })
    expect((await list(writer)).map(({ name }) => name)).toEqual(['for all'])
  })

  it('are not overwritten by somebody who has not seen the last change', async () => {
    const other = await server.makeUser([Permission.ShowServerScriptPage])
    const { id } = await server.admin.call(TemplateAdd, { type, name: 'two', content: 'a' })
    await other.call(TemplateEdit, { id, version: 1, name: 'two', content: 'b' })
    const late = await server.admin.ask(TemplateEdit, { id, version: 1, name: 'two', content: 'c' })
    expect(late).toMatchObject({ code: Code.Failed, data: { version: 2, editorName: expect.any(String) } })
    expect((await list(other)).find((template) => template.id === id)).toMatchObject({ content: 'b', version: 2 })
  })

  it.each([
    [{ name: 'PATH', type: 'text' }, 'cannot be named PATH'],
    [{ name: 'A', type: 'choice' }, 'needs something to choose from'],
    [{ name: 'A', type: 'secret', default: 'x' }, 'cannot have a default'],
    [{ name: 'A', type: 'text', pattern: '(' }, 'pattern of A'],
    [{ name: 'A', type: 'number', default: 'x' }, 'must be a number'],
    [{ name: 'SERVER_IP', type: 'text' }, 'name'],
    [{ name: 'a b', type: 'text' }, 'name'],
  ] as const)('refuse the parameter %j', async (parameter, message) => {
    const input = { type, name: 'bad', content: 'x', parameters: [{ ...parameter }] }
    expect(await server.admin.ask(TemplateAdd, input)).toMatchObject({
      code: Code.Failed,
      message: expect.stringContaining(message),
    })
  })

  it('give up a pattern that would take for ever', () => {
    expect(() => matches('(a+)+b', 'a'.repeat(60))).toThrow('timed out')
    expect(matches('a|b', 'b')).toBe(true)
    expect(matches('a|b', 'bc')).toBe(false)
  })
})
