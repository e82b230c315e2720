import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { AreaRelease, HostFacts, ReleaseContents } from '@windlass/shared-kit/contract/area'
import type { Artefact } from '../artefact.ts'
import { withSignature } from '../artefact.ts'
import { assembleArtefact } from '../assembleArtefact.ts'
import { integrityOf } from '../integrityOf.ts'
import { signContents } from '../signature.ts'

/** What a test wants to be special about an artefact. */
export interface ArtefactWishes {
  id?: string
  version?: string
  release?: Partial<AreaRelease>
  contents?: Partial<ReleaseContents>
  /** More files, by name below the area's folder. */
  files?: Readonly<Record<string, string | Buffer>>
  /** PEM of who signs it; absent leaves it unsigned. */
  privateKey?: string
  /** Text of the page's script; another one makes another file. */
  page?: string
}

/** A console that fits what `makeArtefact` makes. */
export const HOST: HostFacts = {
  version: '1.0.0',
  provides: { react: '19.3.1', antd: '6.6.8', '@windlass/shared-kit': '1.0.0' },
  sharedNames: ['react', 'antd/es/table', '@windlass/shared-kit/ui'],
  permissions: [1, 2, 3],
  buildTime: 1_700_000_000_000,
}

/** The files of a small whole artefact with one page, without signature. */
export function makeFiles(wishes: ArtefactWishes = {}): Map<string, Buffer> {
  const { id = 'logs', version = '1.0.0', page = `export default '${'page '.repeat(200)}'`, files = {} } = wishes
  const pageFile = `files/page.${integrityOf(Buffer.from(page))
    .slice(7, 17)
    .replaceAll(/[^a-z0-9]/gi, '0')}.js`
  const built = new Map<string, Buffer>()
  const add = (name: string, content: string | Buffer) => built.set(name, Buffer.from(content))
  add(`${version}/remoteEntry.js`, `globalThis.area = ${JSON.stringify(`${id}@${version}`)}`)
  add(`${version}/mf-manifest.json`, JSON.stringify({ id }))
  add('files/text-en.0123456789.js', 'export default { route: { page: "Page" } }')
  add('files/text-zh-cn.0123456789.js', 'export default { route: { page: "页面" } }')
  add(pageFile, page)
  add(`${pageFile}.br`, brotliCompressSync(page))
  add(`${pageFile}.gz`, gzipSync(page))
  for (const [name, content] of Object.entries(files)) add(name, content)
  const release = releaseOf({ id, version, pageFile, built, ...wishes })
  add(`${version}/release.json`, JSON.stringify(release))
  const contents = contentsOf({ id, version, built, ...wishes })
  add(`${version}/contents.json`, JSON.stringify(contents))
  return built
}

/** A small whole artefact with one page. */
export async function makeArtefact(wishes: ArtefactWishes = {}): Promise<Artefact> {
  const artefact = await assembleArtefact(makeFiles(wishes))
  if (wishes.privateKey === undefined) return artefact
  return withSignature(artefact, signContents(artefact.contentsText, wishes.privateKey))
}

type Parts = ArtefactWishes & { id: string; version: string; built: ReadonlyMap<string, Buffer> }

function releaseOf({ id, version, built, pageFile, release }: Parts & { pageFile: string }): AreaRelease {
  const integrity = (name: string) => integrityOf(built.get(name) ?? Buffer.alloc(0))
  const loaded = [...built.keys()].filter((name) => /\.(js|css)$/.test(name))
  const manifest = `${version}/mf-manifest.json`
  return {
    id,
    version,
    base: `remotes/${id}/`,
    entry: `${version}/remoteEntry.js`,
    container: `windlass_${id}`.replaceAll(/\W/g, '_'),
    manifest: { file: manifest, integrity: integrity(manifest) },
    integrity: Object.fromEntries(loaded.map((name) => [name, integrity(name)])),
    files: [`${version}/remoteEntry.js`],
    textFiles: { en: ['files/text-en.0123456789.js'], 'zh-cn': ['files/text-zh-cn.0123456789.js'] },
    groups: [{ path: `/${id}`, title: 'page', icon: 'log', order: 10 }],
    routes: [
      { path: `/${id}/page`, title: 'page', icon: 'log', access: [1], request: './Page.tsx', files: [pageFile] },
    ],
    dialogs: [],
    titles: { en: { page: 'Page' }, 'zh-cn': { page: '页面' } },
    ...release,
  }
}

function contentsOf({ id, version, built, contents }: Parts): ReleaseContents {
  const fact = (name: string, content: Buffer) => ({
    bytes: content.length,
    brotliBytes: (built.get(`${name}.br`) ?? content).length,
    integrity: integrityOf(content),
  })
  return {
    format: 1,
    id,
    version,
    buildTime: 1_700_000_000_000,
    commit: '0123456',
    needs: { react: '^19.0.0', '@windlass/shared-kit': '^1.0.0' },
    sharedNames: ['react', '@windlass/shared-kit/ui'],
    permissions: [1],
    texts: { en: ['route.page'], 'zh-cn': ['route.page'] },
    budget: { page: 100_000, total: 500_000 },
    files: Object.fromEntries([...built].map(([name, content]) => [name, fact(name, content)])),
    ...contents,
  }
}
