import { describe, expect, it } from 'vitest'
import { withBase } from './artefact.ts'
import { ArtefactError } from './artefactError.ts'
import { assembleArtefact } from './assembleArtefact.ts'
import { integrityOf } from './integrityOf.ts'
import { makeArtefact, makeFiles } from './testing/makeArtefact.ts'

type Json = Record<string, unknown>

async function refusalOf(files: ReadonlyMap<string, Buffer>): Promise<string> {
  const failure: unknown = await assembleArtefact(files).then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(ArtefactError)
  return (failure as ArtefactError).message
}

const read = (files: ReadonlyMap<string, Buffer>, name: string) =>
  JSON.parse(files.get(name)?.toString() ?? '') as Json & { files: Record<string, Json> }

/** The artefact with its contents.json changed, and nothing else. */
function withContents(change: (contents: ReturnType<typeof read>) => void): Map<string, Buffer> {
  const files = makeFiles()
  const contents = read(files, '1.0.0/contents.json')
  change(contents)
  return files.set('1.0.0/contents.json', Buffer.from(JSON.stringify(contents)))
}

describe('an artefact is refused', () => {
  it('without contents.json', async () => {
    const files = makeFiles()
    files.delete('1.0.0/contents.json')
    expect(await refusalOf(files)).toBe('There is no contents.json in the artefact: build it again')
    expect(await refusalOf(new Map())).toMatch(/no contents\.json/)
  })

  it('with the contents of two versions', async () => {
    const two = new Map([...makeFiles(), ...makeFiles({ version: '1.1.0' })])
    expect(await refusalOf(two)).toMatch(/holds two versions/)
  })

  it('when contents.json is not JSON, or another thing', async () => {
    const withText = (text: string) => makeFiles().set('1.0.0/contents.json', Buffer.from(text))
    expect(await refusalOf(withText('{'))).toMatch(/^contents\.json is not JSON .*: build it again$/)
    expect(await refusalOf(withText('[]'))).toMatch(/^contents\.json must be object: build it again$/)
    expect(await refusalOf(withText('null'))).toMatch(/contents\.json must be object/)
    expect(await refusalOf(withText(`{"format":1,"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`))).toMatch(
      /nests deeper/,
    )
    expect(await refusalOf(withText('['.repeat(1_000_000)))).toMatch(/nests deeper/)
    expect(await refusalOf(withText(JSON.stringify({ x: 'y'.repeat(5_000_000) })))).toMatch(/longer than 4 MB/)
  })

  it('when a field of contents.json is wrong, and names it', async () => {
    expect(await refusalOf(withContents((contents) => (contents.format = 2)))).toMatch(/"format" in contents\.json/)
    expect(await refusalOf(withContents((contents) => (contents.id = '../x')))).toMatch(/"id" in contents\.json/)
    expect(await refusalOf(withContents((contents) => delete contents.needs))).toMatch(
      /contents\.json must have required/,
    )
  })

  it.each(['1.0', 'v1.0.0', '1.0.0+build', '01.0.0', 'latest', '../1.0.0', ''])(
    'when %j is its version',
    async (version) => {
      expect(await refusalOf(withContents((contents) => (contents.version = version)))).toMatch(
        /is not a version: write it as major\.minor\.patch/,
      )
    },
  )

  it('when contents.json lies in the folder of another version', async () => {
    const files = withContents((contents) => (contents.version = '1.0.1'))
    expect(await refusalOf(files)).toMatch(/contents\.json of 1\.0\.1 lies in "1\.0\.0\/contents\.json"/)
  })

  it('with a file that is not listed', async () => {
    expect(await refusalOf(makeFiles().set('files/extra.js', Buffer.from('x')))).toMatch(
      /does not list the file "files\/extra\.js"/,
    )
    const listsItself = withContents(
      (contents) =>
        (contents.files['1.0.0/signature.json'] = {
          bytes: 1,
          brotliBytes: 1,
          integrity: integrityOf(Buffer.from('')),
        }),
    )
    expect(await refusalOf(listsItself)).toMatch(/lists 1\.0\.0\/signature\.json, which cannot be/)
  })

  it('when a listed file is missing, has another size or other contents', async () => {
    const files = makeFiles()
    files.delete('1.0.0/remoteEntry.js')
    expect(await refusalOf(files)).toMatch(/"1\.0\.0\/remoteEntry\.js" is missing/)
    const name = 'files/text-en.0123456789.js'
    const longer = makeFiles().set(name, Buffer.from('longer'))
    expect(await refusalOf(longer)).toMatch(/has 6 bytes instead of 42/)
    const other = makeFiles().set(name, Buffer.from('x'.repeat(42)))
    expect(await refusalOf(other)).toMatch(/its hash differs/)
  })

  it('when it gives a false size as it travels', async () => {
    const files = withContents((contents) => {
      const entry = contents.files['1.0.0/remoteEntry.js']
      if (entry) entry.brotliBytes = 1
    })
    expect(await refusalOf(files)).toMatch(/does not give the true size of 1\.0\.0\/remoteEntry\.js/)
  })

  it('when a compressed copy is of something else, or of nothing', async () => {
    const forged = makeFiles({ files: { 'files/a.js': 'good', 'files/a.js.br': 'no brotli' } })
    expect(await refusalOf(forged)).toMatch(/files\/a\.js\.br does not hold what its original holds/)
    expect(await refusalOf(makeFiles({ files: { 'files/b.js.gz': 'x' } }))).toMatch(/has no original/)
  })

  it('when release.json contradicts contents.json', async () => {
    expect(await refusalOf(makeFiles({ release: { id: 'other' } }))).toMatch(
      /release\.json says other 1\.0\.0, contents\.json says logs 1\.0\.0/,
    )
    expect(await refusalOf(makeFiles({ release: { version: '2.0.0' } }))).toMatch(/release\.json says logs 2\.0\.0/)
    const wrongHash = { '1.0.0/remoteEntry.js': integrityOf(Buffer.from('other')) }
    expect(await refusalOf(makeFiles({ release: { integrity: wrongHash } }))).toMatch(
      /give 1\.0\.0\/remoteEntry\.js different hashes/,
    )
    const unknown = { 'files/gone.js': integrityOf(Buffer.from('x')) }
    expect(await refusalOf(makeFiles({ release: { integrity: unknown } }))).toMatch(/names the file "files\/gone\.js"/)
    const manifest = { file: '1.0.0/mf-manifest.json', integrity: integrityOf(Buffer.from('x')) }
    expect(await refusalOf(makeFiles({ release: { manifest } }))).toMatch(
      /give 1\.0\.0\/mf-manifest\.json different hashes/,
    )
  })

  it('when browsers would load a file without a hash', async () => {
    expect(await refusalOf(makeFiles({ release: { entry: '1.0.0/mf-manifest.json' } }))).toMatch(
      /gives no hash for the file/,
    )
    expect(await refusalOf(makeFiles({ release: { files: ['files/gone.js'] } }))).toMatch(
      /gives no hash for the file "files\/gone\.js"/,
    )
  })

  it('when its signature is no signature', async () => {
    const files = makeFiles().set('1.0.0/signature.json', Buffer.from('{"keyId":"x"}'))
    expect(await refusalOf(files)).toMatch(/signature\.json/)
  })
})

describe('an artefact', () => {
  it('carries nothing that the contract does not know', async () => {
    const strange = { surprise: { deep: true } } as object
    const artefact = await makeArtefact({ release: strange, contents: strange })
    expect(artefact.release).not.toHaveProperty('surprise')
    expect(artefact.contents).not.toHaveProperty('surprise')
  })

  it('can be told to lie elsewhere, and then needs a new signature', async () => {
    const artefact = await makeArtefact()
    const moved = withBase(artefact, 'https://cdn.example.org/logs/')
    const again = await assembleArtefact(moved.files)
    expect(again.release.base).toBe('https://cdn.example.org/logs/')
    expect(again.signature).toBeUndefined()
    expect(again.contents.files['1.0.0/remoteEntry.js']).toEqual(artefact.contents.files['1.0.0/remoteEntry.js'])
  })
})
