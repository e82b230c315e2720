import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AreaRegistry } from '@windlass/shared-kit/contract/area'
import type { Artefact } from '../artefact.ts'
import { writeArtefact } from '../artefactFolder.ts'
import { addKeyIn, publishInto } from '../folder.ts'
import { parseRegistry, sealRegistry } from '../registryFile.ts'
import { createKeyPair } from '../signature.ts'
import { type ArtefactWishes, HOST, makeArtefact } from './makeArtefact.ts'

/** Who releases in tests. */
export const AUTHOR = { name: 'ann' }
/** The key of the team that owns the areas "logs" and "hello". */
export const TEAM = createKeyPair()

/** A console of plain files, made for one test. */
export interface TestFolder {
  dir: string
  /** Writes a file; what is no text as JSON. */
  put: (name: string, content: unknown) => Promise<void>
  json: (name: string) => Promise<Record<string, unknown>>
  registry: () => Promise<AreaRegistry>
  /** Which version of which area everybody gets. */
  out: () => Promise<Record<string, string>>
  publish: (version: string, wishes?: ArtefactWishes) => Promise<{ keyId: string; bytes: number }>
  /** Leaves what a build of the console leaves, with the area "logs" in it. */
  build: (version: string, page?: string) => Promise<void>
  remove: () => Promise<void>
}

/** An artefact signed by the team. */
export const makeSigned = (wishes: ArtefactWishes = {}): Promise<Artefact> =>
  makeArtefact({ privateKey: TEAM.privateKey, ...wishes })

/** A console with one area that came with it, and one key that is trusted. */
export async function makeReleaseFolder(): Promise<TestFolder> {
  const dir = await mkdtemp(path.join(tmpdir(), 'windlass-folder-'))
  const read = (name: string) => readFile(path.join(dir, name), 'utf8')
  const put = (name: string, content: unknown) =>
    writeFile(path.join(dir, name), typeof content === 'string' ? content : JSON.stringify(content))
  const registry = async () => parseRegistry(await read('registry.json'))
  const folder: TestFolder = {
    dir,
    put,
    registry,
    // Written by the code under test a moment ago.
    json: async (name) => JSON.parse(await read(name)) as Record<string, unknown>,
    out: async () =>
      Object.fromEntries(Object.values((await registry()).remotes).map(({ id, version }) => [id, version])),
    publish: async (version, wishes = {}) =>
      publishInto(dir, await makeSigned({ version, page: `export default 'page of ${version}'`, ...wishes }), AUTHOR),
    build: async (version, page = 'export default 1') => {
      const artefact = await makeArtefact({ version, page })
      await writeArtefact(artefact, path.join(dir, 'remotes/logs'))
      await put('host.json', HOST)
      await put('page.json', { html: '<p>$& <!--registry--></p>', contentSecurityPolicy: "default-src 'none'" })
      await put('registry.json', sealRegistry({ remotes: { logs: artefact.release } }))
    },
    remove: () => rm(dir, { recursive: true, force: true }),
  }
  await folder.build('0.1.0-dev-a')
  await addKeyIn(dir, { team: 'logs-team', publicKey: TEAM.publicKey, remotes: ['logs', 'hello'] }, AUTHOR)
  return folder
}
