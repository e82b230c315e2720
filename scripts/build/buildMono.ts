import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { AreaRegistry, AreaRelease } from '@windlass/shared-kit/remote'
import { bundleHost, type HostBuild } from './buildHost.ts'
import { filesOf } from './bundle.ts'
import { writeStaticPage } from './page.ts'

/** The same sources as one program without federation, with the same loading ahead: the yardstick of the benchmark. */
export async function buildMono(consoleDir: string, outDir: string): Promise<void> {
  mkdirSync(outDir, { recursive: true })
  const { remotes } = JSON.parse(readFileSync(path.join(consoleDir, 'registry.json'), 'utf8')) as AreaRegistry
  const build = await bundleHost(outDir, { mono: Object.keys(remotes) })
  const bundled = Object.fromEntries(Object.entries(remotes).map(([id, release]) => [id, inOneProgram(release, build)]))
  writeFileSync(path.join(outDir, 'registry.json'), JSON.stringify({ remotes: bundled }))
  await writeStaticPage(outDir, { remotes: bundled })
  console.log('build: dist/mono is ready')
}

function inOneProgram(release: AreaRelease, { report, integrity }: HostBuild): AreaRelease {
  const isOwn = (issuer: string) => issuer.includes(`remote-${release.id}`)
  const files = (request: string) => filesOf(report, request, isOwn)
  const routes = release.routes.map((route) => ({ ...route, files: filesOf(report, route.request, isOwn) }))
  const own = [
    ...filesOf(report, `../../../remote-${release.id}/src/remote.ts`),
    ...files('./locales/en.json'),
    ...files('./locales/zh-cn.json'),
    ...routes.flatMap((route) => route.files),
  ]
  return {
    ...release,
    base: 'assets/',
    integrity: Object.fromEntries(own.map((file) => [file, integrity[file] ?? ''])),
    files: filesOf(report, `../../../remote-${release.id}/src/remote.ts`),
    textFiles: { en: files('./locales/en.json'), 'zh-cn': files('./locales/zh-cn.json') },
    routes,
  }
}
