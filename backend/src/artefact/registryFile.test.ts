import { describe, expect, it } from 'vitest'
import { ArtefactError } from './artefactError.ts'
import { parseRegistry, sealOf, sealRegistry } from './registryFile.ts'
import { makeArtefact } from './testing/makeArtefact.ts'

const { release } = await makeArtefact()
const REGISTRY = { remotes: { logs: release }, withdrawn: ['logs@0.9.0'] }
const text = JSON.stringify(sealRegistry(REGISTRY))

const refusalOf = (content: string): string => {
  try {
    parseRegistry(content)
    return ''
  } catch (error) {
    expect(error).toBeInstanceOf(ArtefactError)
    return error instanceof Error ? error.message : ''
  }
}
const sealed = (value: object) => JSON.stringify({ ...value, seal: sealOf(value) })

describe('a registry in a file', () => {
  it('is read back as it was sealed, also when it was sealed before', () => {
    expect(parseRegistry(text)).toEqual({ ...REGISTRY, seal: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(sealRegistry(parseRegistry(text))).toEqual(parseRegistry(text))
  })

  it('may be laid out anew, which changes nothing', () => {
    expect(parseRegistry(JSON.stringify(JSON.parse(text), undefined, 2))).toEqual(parseRegistry(text))
  })

  it('is refused after any edit, and says how to write it again', () => {
    const EDITED = /^registry\.json was changed by hand: .* `pnpm build`, or .* `pnpm release rebuild`/
    expect(refusalOf(text.replace('1.0.0', '1.0.1'))).toMatch(EDITED)
    expect(refusalOf(text.replace('"withdrawn":["logs@0.9.0"],', ''))).toMatch(EDITED)
    expect(refusalOf(text.replace('{', '{"extra":1,'))).toMatch(EDITED)
    expect(refusalOf(text.replace(/"seal":"./, '"seal":"x'))).toMatch(EDITED)
    expect(refusalOf(text.replace(/"seal":"[^"]*"/, '"seal":7'))).toMatch(EDITED)
  })

  it('is refused without a seal', () => {
    expect(refusalOf(JSON.stringify(REGISTRY))).toMatch(/^registry\.json has no seal/)
  })

  it('is refused when it is cut off, empty or something else', () => {
    expect(refusalOf(text.slice(0, -1))).toMatch(/^registry\.json is not JSON/)
    expect(refusalOf('')).toMatch(/^registry\.json is not JSON/)
    expect(refusalOf('[]')).toMatch(/^registry\.json holds no registry/)
    expect(refusalOf('null')).toMatch(/^registry\.json holds no registry/)
    expect(refusalOf(`{"a":${'['.repeat(50_000)}`)).toMatch(/nests deeper/)
  })

  it('is refused when it is sealed but no registry of areas', () => {
    expect(refusalOf(sealed({ areas: {} }))).toMatch(/^registry\.json must have required properties remotes/)
    expect(refusalOf(sealed({ remotes: { logs: { ...release, version: 'x' } } }))).toMatch(
      /"remotes\.logs\.version" in registry\.json/,
    )
    expect(refusalOf(sealed({ remotes: { server: release } }))).toMatch(/lists the release of "logs" as area "server"/)
    expect(refusalOf(sealed({ remotes: {}, previous: { server: release } }))).toMatch(
      /lists the release of "logs" as area "server"/,
    )
  })
})
