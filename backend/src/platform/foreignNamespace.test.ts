import { afterAll, describe, expect, it } from 'vitest'
import { plausibly, sampleInput } from '../testing/sampleInput.ts'
import { makeWalkedServer, sendTo, type WireAnswer } from '../testing/walkedServer.ts'

// Started while the tests are collected, because the tests are made from what it has mounted.
const server = await makeWalkedServer()
const { own, foreign, nowhere } = server
const endpoints = server.platform.mount.endpoints.filter(({ access }) => access !== 'public')
const naming = endpoints.filter((endpoint) => placesOf(sampleInput(endpoint, plausibly(own))).length > 0)

afterAll(() => server.close())

/** People, roles and releases belong to the console: whoever may choose one is told whether there is such a one. */
const OF_THE_CONSOLE: ReadonlySet<string> = new Set([
  ...['/namespace/addUser userIds.0', '/namespace/addUser roleId', '/role/changePermission roleId'],
  ...['/namespace/changeRole roleId', '/namespace/changeRoles roleId'],
  ...['/role/edit id', '/role/remove id', '/release/canary namespaceIds.0', '/release/canary userIds.0'],
])

/** The ways to everything in an input that names a row. */
function placesOf(value: unknown, way: readonly string[] = []): (readonly string[])[] {
  if (value === own.id || value === String(own.id) || value === own.token) return [way]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => placesOf(part, [...way, key]))
}

/** The input with what stands at one place named otherwise. */
function renamed(value: unknown, way: readonly string[], ids: { id: number; token: string }): unknown {
  const [key, ...rest] = way
  if (key === undefined) {
    if (value === own.token) return ids.token
    return typeof value === 'number' ? ids.id : String(ids.id)
  }
  const copy = structuredClone(value) as Record<string, unknown>
  copy[key] = renamed(copy[key], rest, ids)
  return copy
}

/** What is said, without the ids that were asked for and the name of the request. */
const told = ({ code, message }: WireAnswer) => ({
  code,
  message: message
    .replaceAll(/\b[67]0000\d\b|00000000-0000-4000-8000-000000[67]0000\d/g, '#')
    .replace(/request [0-9a-f-]{36}/, 'request'),
})

describe('the rows of another namespace', () => {
  it.each(naming)('cannot be told from none at $method $path', async (endpoint) => {
    const before = await server.rowsOf(foreign)
    let caller = await server.renewOwn()
    const input = sampleInput(endpoint, plausibly(own))
    const ask = async (value: unknown) => {
      const answer = await sendTo(server, endpoint, caller, value as Record<string, unknown>)
      // Whatever it has changed of his own would make a difference to the next answer.
      if (answer.code === 0 && endpoint.method !== 'GET') caller = await server.renewOwn()
      return answer
    }
    for (const way of placesOf(input)) {
      const answer = await ask(renamed(input, way, foreign))
      const unknown = await ask(renamed(input, way, nowhere))
      const isTold = OF_THE_CONSOLE.has(`${endpoint.path} ${way.join('.')}`)
      expect.soft(told(answer), way.join('.')).toEqual(isTold ? told(answer) : told(unknown))
      expect.soft(answer.raw, way.join('.')).not.toContain(foreign.mark)
    }
    expect.soft((await ask(sampleInput(endpoint, plausibly(foreign)))).raw).not.toContain(foreign.mark)
    const last = await ask(input)
    expect.soft(last.raw).not.toContain(foreign.mark)
    expect.soft(await server.rowsOf(foreign)).toEqual(before)
    expect.soft(server.knocks()).toBe(0)
  })

  it.each(endpoints.filter((endpoint) => !naming.includes(endpoint)))(
    'do not show at $method $path',
    async (endpoint) => {
      const before = await server.rowsOf(foreign)
      const caller = await server.renewOwn()
      const answer = await sendTo(server, endpoint, caller, sampleInput(endpoint, plausibly(own)))
      expect.soft(answer.raw).not.toContain(foreign.mark)
      expect.soft(await server.rowsOf(foreign)).toEqual(before)
      expect.soft(server.knocks()).toBe(0)
    },
  )
})
