import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Envelope, NAMESPACE_HEADER, type OutputOf } from '@windlass/shared-kit/contract'
import type { AreaRegistry, HostFacts } from '@windlass/shared-kit/contract/area'
import { ReleasePublish } from '@windlass/shared-kit/contract/release'
import { ReleaseKeyAdd } from '@windlass/shared-kit/contract/releaseKey'
import { packArtefact } from '../artefact/archive.ts'
import type { Artefact } from '../artefact/artefact.ts'
import { writeArtefact } from '../artefact/artefactFolder.ts'
import { REGISTRY_MARK } from '../artefact/consolePage.ts'
import { sealRegistry } from '../artefact/registryFile.ts'
import { createKeyPair } from '../artefact/signature.ts'
import { type ArtefactWishes, HOST, makeArtefact } from '../artefact/testing/makeArtefact.ts'
import type { TestCaller, TestServer } from './testServer.ts'

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'"

/** A team with a key that a test signs with. */
export interface TestTeam {
  keyId: string
  privateKey: string
  publicKey: string
}

/** The built-in areas of a console folder, in place of those it had. */
export async function writeRegistry(dir: string, areas: readonly Artefact[]): Promise<void> {
  const remotes: AreaRegistry['remotes'] = {}
  for (const artefact of areas) {
    await writeArtefact(artefact, path.join(dir, 'remotes', artefact.contents.id))
    remotes[artefact.contents.id] = artefact.release
  }
  await writeFile(path.join(dir, 'registry.json'), JSON.stringify(sealRegistry({ remotes })))
}

/** What the console offers to areas. */
export const writeHost = (dir: string, host: HostFacts = HOST): Promise<void> =>
  writeFile(path.join(dir, 'host.json'), JSON.stringify(host))

/** The folder of a built console, small but whole; remove it after the test. */
export async function makeConsoleFolder(areas: readonly ArtefactWishes[] = [{ id: 'logs', version: '1.0.0' }]) {
  const dir = await mkdtemp(path.join(tmpdir(), 'windlass-console-'))
  for (const folder of ['assets', 'docs', 'remotes']) await mkdir(path.join(dir, folder))
  const html = `<!doctype html><title>Console</title>${REGISTRY_MARK}`
  await writeFile(path.join(dir, 'page.json'), JSON.stringify({ html, contentSecurityPolicy: POLICY }))
  await writeHost(dir)
  await writeRegistry(dir, await Promise.all(areas.map((wishes) => makeArtefact(wishes))))
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) }
}

/** A team whose key the console trusts. */
export async function addTeam(
  server: TestServer,
  team: string,
  remotes: string[] = [],
): Promise<TestTeam & { id: number }> {
  const pair = createKeyPair()
  const { id } = await server.admin.call(ReleaseKeyAdd, { team, publicKey: pair.publicKey, remotes })
  return { id, ...pair }
}

/** A signed archive of a small area. */
export const makeArchive = async (team: Pick<TestTeam, 'privateKey'>, wishes: ArtefactWishes): Promise<Buffer> =>
  packArtefact(await makeArtefact({ ...wishes, privateKey: team.privateKey }))

/** Sends an archive as the command line does. */
export async function publishArchive(
  server: TestServer,
  caller: TestCaller,
  { remote, version }: { remote: string; version: string },
  archive: Buffer,
): Promise<Envelope<OutputOf<typeof ReleasePublish>>> {
  const boundary = randomUUID()
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="area.tgz"\r\n\r\n`
  const response = await server.app.inject({
    method: 'POST',
    url: ReleasePublish.path,
    query: { remote, version },
    headers: {
      ...caller.headers,
      [NAMESPACE_HEADER]: String(caller.namespaceId),
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.concat([Buffer.from(head), archive, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
  return response.json()
}

/** Publishes a small area that must be taken in. */
export async function publishVersion(server: TestServer, team: TestTeam, wishes: ArtefactWishes): Promise<void> {
  const { id: remote = 'logs', version = '1.0.0' } = wishes
  const answer = await publishArchive(server, server.admin, { remote, version }, await makeArchive(team, wishes))
  if (answer.code !== 0) throw new Error(answer.message)
}

/** The registry in the page that somebody gets, as a browser reads it. */
export async function registryInPage(
  server: TestServer,
  caller: Pick<TestCaller, 'headers'>,
  cookies: Record<string, string> = {},
): Promise<AreaRegistry> {
  const more = Object.entries(cookies).map(([name, value]) => `${name}=${value}`)
  const cookie = [caller.headers['cookie'], ...more].filter((one) => one !== undefined).join('; ')
  const response = await server.app.inject({ url: '/', headers: cookie === '' ? {} : { cookie } })
  const [, text] = /<script type="application\/json" id="registry">(.*?)<\/script>/.exec(response.body) ?? []
  if (text === undefined) throw new Error(`there is no registry in the page: ${response.statusCode} ${response.body}`)
  return JSON.parse(text) as AreaRegistry
}
