import { Permission } from '@windlass/shared-kit/contract'
import { describe, expect, it } from 'vitest'
import { diffReleases } from './diffReleases.ts'
import { makeArtefact } from './testing/makeArtefact.ts'
import { totalBytes } from './weight.ts'

const FRAME = { 'files/frame.0123456789.js': 'export const frame = 1' }

describe('the difference of two versions', () => {
  it('is nothing but the entry when only the number changed', async () => {
    const [from, to] = [await makeArtefact({ files: FRAME }), await makeArtefact({ version: '1.0.1', files: FRAME })]
    const entry = to.contents.files['1.0.1/remoteEntry.js']?.brotliBytes
    const none = { added: [], removed: [] }
    expect(diffReleases(from, to)).toMatchObject({
      remote: 'logs',
      from: '1.0.0',
      to: '1.0.1',
      reloadedBytes: entry,
      shared: [],
      routes: none,
      permissions: none,
      texts: none,
      files: none,
    })
  })

  it('names routes, permissions, texts, needs and files that came and went', async () => {
    const from = await makeArtefact({ page: 'export default 1', files: FRAME })
    const wishes = {
      version: '1.1.0',
      page: `export default ${'2'.repeat(3000)}`,
      contents: {
        needs: { react: '^19.2.0', antd: '^6.0.0' },
        permissions: [1, Permission.ShowLoginLogPage, 9_999],
        texts: { en: ['route.page', 'new'], 'zh-cn': ['route.page', 'new'] },
      },
    }
    const [route] = (await makeArtefact(wishes)).release.routes
    const to = await makeArtefact({ ...wishes, release: { routes: route ? [{ ...route, path: '/logs/other' }] : [] } })
    const diff = diffReleases(from, to)
    expect(diff.routes).toEqual({ added: ['/logs/other'], removed: ['/logs/page'] })
    expect(diff.permissions).toEqual({ added: ['9999', 'ShowLoginLogPage'], removed: [] })
    expect(diff.texts).toEqual({ added: ['new'], removed: [] })
    expect(diff.shared).toEqual([
      { name: '@windlass/shared-kit', from: '^1.0.0', to: '' },
      { name: 'antd', from: '', to: '^6.0.0' },
      { name: 'react', from: '^19.0.0', to: '^19.2.0' },
    ])
    expect(diff.files.added).toEqual([expect.stringMatching(/^files\/page\..*\.js$/)])
    expect(diff.files.removed).toEqual(['files/frame.0123456789.js', expect.stringMatching(/^files\/page\..*\.js$/)])
    expect(diff.bytes).toEqual({ from: totalBytes(from.contents), to: totalBytes(to.contents) })
    const newPage = to.contents.files[diff.files.added[0] ?? '']?.brotliBytes ?? 0
    expect(diff.reloadedBytes).toBe(newPage + (to.contents.files['1.1.0/remoteEntry.js']?.brotliBytes ?? 0))
  })
})
