import { screen, waitFor, within } from '@testing-library/react'
import type { InputOf } from '@windlass/shared-kit/contract'
import {
  NginxConfigContent,
  NginxConfigEdit,
  NginxConfigList,
  type NginxFile,
  NginxLogTail,
  NginxManage,
  NginxPath,
  NginxStatus,
} from '@windlass/shared-kit/contract/nginx'
import { Permission, type PermissionId } from '@windlass/shared-kit/contract/permission'
import { ServerOptionList } from '@windlass/shared-kit/contract/server'
import { answer, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
import remote from '../../remote.ts'
import NginxPage from './NginxPage.tsx'

const FILE = '/etc/nginx/conf.d/shop.conf'
const site: NginxFile = {
  ...{ dir: '/etc/nginx/conf.d', name: 'shop.conf', parent: '/etc/nginx/nginx.conf', real: FILE, line: 3 },
  ...{ size: 120, mode: '0644', modTime: '2026-11-20 10:00:00' },
}
const logs = [
  { path: '/var/log/nginx/access.log', kind: 'access' as const, site: 'shop.test' },
  { path: '/var/log/nginx/error.log', kind: 'error' as const, site: '' },
]
const list = {
  ...{ list: [site], others: [], conf: '/etc/nginx/nginx.conf', prefix: '/usr', version: 'nginx/1.22.1', logs },
  warnings: [],
}
const counts = { active: 7, reading: 1, writing: 2, waiting: 4, accepts: 90, handled: 90, requests: 1200 }
const status = {
  ...{ pid: 7, workers: 2, startTime: 1, loadTime: 1, version: 'nginx/1.22.1', user: 'root', notLoaded: [] },
  connections: counts,
}
const content = { content: 'server {}\n', hash: 'a', encoding: 'UTF-8', real: FILE, mode: '0644', owner: 'root:root' }
const server = (id: number, name: string) => ({
  ...{ id, name, ip: `10.0.0.${id}`, owner: 'root', description: '', tags: [], insertTime: '', updateTime: '' },
})
const test = { ok: true, output: 'nginx: the configuration file test is successful', isSandboxed: true }
const refuseOn6 = (input: InputOf<typeof NginxConfigEdit>) => {
  if (input.serverId === 6) throw new Error('unreachable')
  return { test, hash: 'b' }
}

const open = (permissions: readonly PermissionId[], ...more: ReturnType<typeof answer>[]) =>
  renderPage(<NginxPage />, {
    ...{ remote, route: '/server/nginx', path: `/server/nginx?server=5&file=${encodeURIComponent(FILE)}` },
    permissions: [Permission.ShowServerNginxPage, ...permissions],
    answers: [
      answer(ServerOptionList, { list: [server(5, 'web-5'), server(6, 'web-6'), server(7, 'web-7')] }),
      answer(NginxPath, { path: '/usr/sbin/nginx', running: [], installed: [], problem: '' }),
      answer(NginxConfigList, list),
      answer(NginxStatus, status),
      answer(NginxConfigContent, content),
      ...more,
    ],
  })

describe('the drawer that brings a file to other servers', () => {
  it('goes from server to server, and leaves out the rest after a failure', async () => {
    const page = await open(
      [Permission.EditNginxConfig, Permission.ManageServerNginx],
      answer(NginxConfigEdit, refuseOn6),
      answer(NginxManage, { execRes: true, output: '' }),
    )
    await page.actor.click(await screen.findByRole('button', { name: /Apply to others/ }))
    const drawer = within(await screen.findByRole('dialog'))
    await page.actor.click(drawer.getByRole('combobox'))
    expect(screen.queryByText('web-5', { selector: '.ant-select-item-option-content *' })).toBeNull()
    for (const name of ['web-6', 'web-7'])
      await page.actor.click((await screen.findAllByText(name)).at(-1) ?? document.body)
    await page.actor.click(await drawer.findByRole('button', { name: 'Apply to 2' }))
    expect(await drawer.findByText('Left out after the failure before')).toBeTruthy()
    expect(page.inputsOf(NginxConfigEdit).map(({ serverId }) => serverId)).toEqual([6])
    await page.actor.click(drawer.getByLabelText('Stop at the first failure'))
    await page.actor.click(drawer.getByLabelText('Reload nginx there afterwards'))
    await page.actor.click(drawer.getByRole('button', { name: 'Apply to 2' }))
    expect(await drawer.findByText('Saved and loaded')).toBeTruthy()
    expect(page.inputsOf(NginxConfigEdit).at(-1)).toMatchObject({
      serverId: 7,
      filename: 'shop.conf',
      content: 'server {}\n',
    })
    expect(page.inputsOf(NginxManage)).toEqual([{ serverId: 7, path: '/usr/sbin/nginx', command: 'reload' }])
  })

  it('is not offered to those who may only look', async () => {
    await open([])
    expect(await screen.findByRole('button', { name: /Versions/ })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Apply to others/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })
})

describe('the drawer of the logs', () => {
  it('shows the end of a log, goes on from there, and looks for lines', async () => {
    let offset = 0
    const page = await open(
      [],
      answer(NginxLogTail, (input) => {
        offset += 10
        const text = input.filter ? `found ${input.filter}\n` : `line at ${input.offset ?? 'the end'}\n`
        return { text, offset, inode: '1-2', isAnew: input.offset === undefined }
      }),
    )
    await page.actor.click(await screen.findByRole('button', { name: /Logs/ }))
    const drawer = within(await screen.findByRole('dialog'))
    await waitFor(() => expect(drawer.getByText(/line at the end/)).toBeTruthy())
    await waitFor(() => expect(drawer.getByText(/line at 10/)).toBeTruthy())
    expect(page.inputsOf(NginxLogTail)[0]).toMatchObject({ file: '/var/log/nginx/access.log' })
    await page.actor.click(drawer.getByLabelText('Follow'))
    await page.actor.type(drawer.getByRole('searchbox'), 'x')
    await waitFor(() => expect(drawer.getByText('found x')).toBeTruthy())
    const asked = page.inputsOf(NginxLogTail)
    expect(asked.at(-1)).toMatchObject({ filter: 'x' })
    expect(asked.at(-1)).not.toHaveProperty('offset')
  })
})

describe('how an nginx stands', () => {
  it('tells its connections where it counts them', async () => {
    await open([])
    const text = await screen.findByText('Connections: 7 · requests: 1,200')
    expect(text.title).toContain('waiting: 4')
  })
})
