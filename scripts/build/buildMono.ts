import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sealRegistry } from '@windlass/backend/artefact/registryFile'
import type { AreaRegistry, AreaRelease } from '@windlass/shared-kit/remote'
import { bundleHost, type HostBuild } from './buildHost.ts'
import { filesOf } from './bundle.ts'
import { writeStaticPage } from './page.ts'

const ASSETS = 'assets/'

/** The same sources as one program without federation, with the same loading ahead: the yardstick of the benchmark. */
export async function buildMono(consoleDir: string, outDir: string): Promise<void> {
  mkdirSync(outDir, { recursive: true })
  const { remotes } = JSON.parse(readFileSync(path.join(consoleDir, 'registry.json'), 'utf8')) as AreaRegistry
  const build = await bundleHost(outDir, { mono: Object.keys(remotes) })
  const bundled = Object.fromEntries(Object.entries(remotes).map(([id, release]) => [id, inOneProgram(release, build)]))
  writeFileSync(path.join(outDir, 'registry.json'), JSON.stringify(sealRegistry({ remotes: bundled })))
  await writeStaticPage(outDir, { remotes: bundled })
  console.log('build: dist/mono is ready')
}

function inOneProgram(release: AreaRelease, { report, integrity }: HostBuild): AreaRelease {
  const isOwn = (issuer: string) => issuer.includes(`remote-${release.id}`)
  // Files of a release are named below its base, in a folder.
  const files = (request: string, isFrom = isOwn) => filesOf(report, request, isFrom).map((name) => ASSETS + name)
  const routes = release.routes.map((route) => ({ ...route, files: files(route.request) }))
  const textFiles = { en: files('./locales/en.json'), 'zh-cn': files('./locales/zh-cn.json') }
  const area = files(`../../../remote-${release.id}/src/remote.ts`, () => true)
  const own = [...area, ...Object.values(textFiles).flat(), ...routes.flatMap((route) => route.files)]
  const hashes = own.flatMap((file) => {
    const hash = integrity[file.slice(ASSETS.length)]
    return hash ? [[file, hash] as const] : []
  })
  const [[entry, hash] = ['', '']] = hashes
  // Nobody asks for entry and manifest of what is inside the program, but what a registry names has to be there.
  const named = { entry, manifest: { file: entry, integrity: hash } }
  return { ...release, ...named, base: './', integrity: Object.fromEntries(hashes), files: area, textFiles, routes }
}
