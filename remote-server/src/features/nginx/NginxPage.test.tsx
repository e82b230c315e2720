import { act, screen, within } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract'
import {
  NginxConfigContent,
  NginxConfigList,
  type NginxFile,
  NginxManage,
  NginxPath,
  NginxStatus,
} from '@windlass/shared-kit/contract/nginx'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { ServerOptionList } from '@windlass/shared-kit/contract/server'
import { answer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
import remote from '../../remote.ts'
import NginxPage from './NginxPage.tsx'

const file = (dir: string, name: string, parent: string): NginxFile => ({
  ...{ dir, name, parent, real: `${dir}/${name}`, size: 120, mode: '0644', modTime: '2026-11-20 10:00:00', line: 3 },
})
const main = file('/etc/nginx', 'nginx.conf', '')
const site = file('/etc/nginx/conf.d', 'shop.conf', '/etc/nginx/nginx.conf')
const found = { path: '/usr/sbin/nginx', running: [], installed: [], problem: '' }
const list = {
  ...{ list: [main, site], others: [], conf: '/etc/nginx/nginx.conf', prefix: '/usr', version: 'nginx/1.22.1' },
  ...{ logs: [], warnings: [] },
}
const status = {
  ...{ pid: 7, workers: 2, startTime: 1, loadTime: 1, version: 'nginx/1.22.1', user: 'root', notLoaded: [] },
}

const open = (...answers: NonNullable<Parameters<typeof renderPage>[1]>['answers'] & object) =>
  renderPage(<NginxPage />, {
    remote,
    path: '/server/nginx?server=5',
    route: '/server/nginx',
    permissions: [Permission.ShowServerNginxPage, Permission.ManageServerNginx, Permission.EditNginxConfig],
    answers: [answer(ServerOptionList, { list: [] }), ...answers],
  })

describe('the nginx of a server', () => {
  it('shows its files, opens one, and is checked after a question', async () => {
    const page = await open(
      answer(NginxPath, found),
      answer(NginxConfigList, list),
      answer(NginxStatus, status),
      answer(NginxConfigContent, {
        ...{ content: 'server {}\n', hash: 'a', encoding: 'UTF-8', real: site.real, mode: '0644', owner: 'root:root' },
      }),
      refuse(NginxManage, Code.Failed, 'nginx: [emerg] unknown directive "x" in /etc/nginx/conf.d/shop.conf:3'),
    )
    expect(await screen.findByText('nginx/1.22.1 · workers: 2')).toBeTruthy()
    await page.actor.click(screen.getByRole('button', { name: /^shop\.conf/ }))
    expect(await screen.findByText('/etc/nginx/conf.d/shop.conf')).toBeTruthy()
    await page.actor.click(screen.getByRole('button', { name: 'Check' }))
    const question = (await screen.findByText(/Check the configuration of nginx/)).closest('[role="dialog"]')
    if (!(question instanceof HTMLElement)) throw new Error('the question is not a dialog')
    await page.actor.click(within(question).getByRole('button', { name: 'Check' }))
    expect(await screen.findByRole('button', { name: '/etc/nginx/conf.d/shop.conf:3' })).toBeTruthy()
  })

  it('opens what the address names, also when the server is open already', async () => {
    await open(
      answer(NginxPath, found),
      answer(NginxConfigList, list),
      answer(NginxStatus, status),
      answer(NginxConfigContent, ({ filename }) => ({
        ...{ content: filename, hash: filename, encoding: 'UTF-8', real: filename, mode: '0644', owner: 'root:root' },
      })),
    )
    await screen.findByText('Choose a file.')
    for (const { dir, name } of [site, main]) {
      act(() => {
        location.hash = `#/server/nginx?server=5&file=${encodeURIComponent(`${dir}/${name}`)}`
        // Browsers tell of it themselves.
        dispatchEvent(new PopStateEvent('popstate'))
      })
      expect(await screen.findByRole('region', { name })).toBeTruthy()
    }
  })

  it('brings nothing to other servers, and compares nothing, while a file is not here', async () => {
    const page = await open(
      answer(NginxPath, found),
      answer(NginxConfigList, list),
      answer(NginxStatus, status),
      refuse(NginxConfigContent, Code.Failed, 'permission denied'),
    )
    await page.actor.click(await screen.findByRole('button', { name: /^shop\.conf/ }))
    expect(await screen.findByText('permission denied')).toBeTruthy()
    expect(screen.getByRole('button', { name: /Apply to others/ })).toHaveProperty('disabled', true)
    expect(screen.getByRole('button', { name: /Versions/ })).toHaveProperty('disabled', true)
  })

  it('says where to look when there is none', async () => {
    await open(answer(NginxPath, { ...found, path: '' }))
    expect(await screen.findByText('No nginx was found on this server')).toBeTruthy()
  })
})
