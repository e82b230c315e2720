import { screen, waitFor, within } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract/codes'
import { NamespaceUserOptionList } from '@windlass/shared-kit/contract/namespace'
import { Permission } from '@windlass/shared-kit/contract/permission'
import {
  BLANK_PROJECT,
  type Project,
  ProjectAdd,
  ProjectEdit,
  ProjectLabelList,
  ProjectList,
  ProjectPingRepos,
  ProjectRemoteBranchList,
  ProjectRemove,
  ProjectServerList,
  ProjectUserList,
} from '@windlass/shared-kit/contract/project'
import { ServerOptionList } from '@windlass/shared-kit/contract/server'
import { answer, neverAnswer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
import remote from '../../remote.ts'
import ProjectPage from './ProjectPage.tsx'

const shop: Project = {
  ...BLANK_PROJECT,
  id: 7,
  name: 'shop',
  url: 'https://ada:s3cret@git.example/team/shop.git',
  label: 'web,eu',
  path: '/srv/shop',
  environment: 1,
  branch: 'main',
  transferType: 'rsync',
  transferOption: '-rtv',
  notifyType: 1,
  notifyTarget: 'https://hook.example',
}
const blog: Project = {
  ...BLANK_PROJECT,
  ...{ id: 8, name: 'blog', repoType: 'empty', path: '/srv/blog', environment: 3, branch: 'none', label: 'web' },
}
const filled = [
  answer(ProjectList, { list: [shop, blog] }),
  answer(ProjectLabelList, { list: ['eu', 'web'] }),
  answer(ServerOptionList, { list: [] }),
  answer(NamespaceUserOptionList, { list: [] }),
  answer(ProjectServerList, { list: [] }),
  answer(ProjectUserList, { list: [] }),
  answer(ProjectAdd, null),
  answer(ProjectEdit, null),
  answer(ProjectRemove, null),
]
const all = Object.values(Permission)
const open = (options: Parameters<typeof renderPage>[1] = {}, path = '/project/index') =>
  renderPage(<ProjectPage />, { remote, path, permissions: all, answers: [...filled], ...options })
const row = async (name: string) => {
  const found = (await screen.findByText(name)).closest('tr')
  if (!found) throw new Error(`${name} is in no row`)
  return within(found)
}
const field = (name: RegExp | string) => screen.findByRole<HTMLInputElement>('textbox', { name })

describe('projects', () => {
  it('are listed with where they come from and where they go, and without anybody’s password', async () => {
    const page = await open()
    const line = await row('shop')
    expect(line.getByText('/srv/shop')).toBeTruthy()
    expect(line.getByText('Production')).toBeTruthy()
    expect(line.getByRole('link', { name: 'Open the repository' }).getAttribute('href')).toBe(
      'https://git.example/team/shop',
    )
    expect(page.container.innerHTML).not.toContain('s3cret')
  })

  it('are narrowed by words, environment and labels, which the address keeps', async () => {
    const page = await open({}, '/project/index?labels=web')
    await screen.findByText('shop')
    await page.actor.click(screen.getByRole('button', { name: '1 Test' }))
    expect(screen.queryByText('shop')).toBeNull()
    expect(page.path()).toBe('/project/index?labels=web&env=3')
    await page.actor.type(screen.getByRole('searchbox'), 'nothing like it')
    await page.actor.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(screen.getByText('shop')).toBeTruthy()
    expect(page.path()).toBe('/project/index')
  })

  it('cannot be found by the password in their address', async () => {
    await open({}, '/project/index?q=s3cret')
    expect(await screen.findByRole('button', { name: 'Clear filters' })).toBeTruthy()
  })

  it('show grey rows while loading, and what a project is when there is none', async () => {
    const loading = await open({ answers: [neverAnswer(ProjectList)] })
    expect(screen.getByRole('status', { busy: true })).toBeTruthy()
    loading.unmount()
    await open({ answers: [...filled, answer(ProjectList, { list: [] })] })
    expect(await screen.findByText('Add your first project')).toBeTruthy()
  })

  it('say which permission is missing, and what failed', async () => {
    const refused = await open({ answers: [refuse(ProjectList, Code.Denied, 'no permission')] })
    expect((await screen.findByRole('alert')).textContent).toContain('Show project page')
    refused.unmount()
    await open({ answers: [refuse(ProjectList, Code.Failed, 'the database is away')] })
    expect((await screen.findByRole('alert')).textContent).toContain('the database is away')
  })

  it('offer nothing to readers who may only look', async () => {
    await open({ permissions: [Permission.ShowProjectPage] })
    await screen.findByText('shop')
    for (const name of [/Add project/, 'Edit', 'Copy', 'Remove']) {
      expect(screen.queryByRole('button', { name })).toBeNull()
    }
  })

  it('are removed only after their name was typed', async () => {
    const page = await open()
    await page.actor.click((await row('shop')).getByRole('button', { name: 'Remove' }))
    const verb = await screen.findByRole<HTMLButtonElement>('button', { name: 'Remove project' })
    expect(verb.disabled).toBe(true)
    await page.actor.type(await screen.findByRole('textbox', { name: /shop/ }), 'shop')
    await page.actor.click(verb)
    await waitFor(() => expect(page.inputsOf(ProjectRemove)).toEqual([{ id: 7 }]))
    expect(page.toasts()).toEqual(['The project “shop” is gone'])
  })
})

/** The first form to open also loads what it is made of. */
const FORM_LIMIT_MS = 20_000

describe('the form of a project', { timeout: FORM_LIMIT_MS }, () => {
  it('opens the tab of the first field that is wrong, and sends nothing', async () => {
    const page = await open({}, '/project/index?edit=7')
    await page.actor.click(await screen.findByRole('tab', { name: 'Variables' }))
    await page.actor.click(await screen.findByRole('button', { name: /Add variable/ }))
    await page.actor.click(screen.getByRole('tab', { name: 'Project' }))
    await page.actor.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(screen.getByRole('tab', { name: /Variables/ }).getAttribute('aria-selected')).toBe('true'),
    )
    expect(await screen.findByText('Must not be empty')).toBeTruthy()
    expect(page.inputsOf(ProjectEdit)).toEqual([])
  })

  it('asks for the environment, because nothing should be production by accident', async () => {
    const page = await open({}, '/project/index?edit=new')
    await page.actor.type(await field('Name'), 'cart')
    await page.actor.type(await field(/^Repository/), 'git@git.example:team/cart.git')
    await page.actor.click(screen.getByRole('button', { name: 'Add project' }))
    expect(await screen.findByText('Choose one: production is marked everywhere')).toBeTruthy()
    expect(page.inputsOf(ProjectAdd)).toEqual([])
  })

  it('keeps what it does not show when it is saved', async () => {
    const page = await open({}, '/project/index?edit=7')
    await page.actor.type(await field('Name'), '-2')
    await page.actor.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(page.inputsOf(ProjectEdit)).toHaveLength(1))
    expect(page.inputsOf(ProjectEdit)[0]).toMatchObject({
      ...{ id: 7, name: 'shop-2', url: shop.url, label: 'web,eu', notifyType: 1, notifyTarget: 'https://hook.example' },
    })
    await waitFor(() => expect(page.path()).toBe('/project/index'))
  })

  it('starts a copy with the values of the other, and adds it', async () => {
    const page = await open({}, '/project/index?copy=7')
    await page.actor.click(await screen.findByRole('button', { name: 'Add project' }))
    await waitFor(() => expect(page.inputsOf(ProjectAdd)).toHaveLength(1))
    expect(page.inputsOf(ProjectAdd)[0]).toMatchObject({ name: 'shop', path: '/srv/shop' })
    expect(page.inputsOf(ProjectEdit)).toEqual([])
  })

  it('stays open with all that was typed when the server refuses', async () => {
    const page = await open(
      {
        answers: [...filled, refuse(ProjectEdit, Code.Failed, 'server 3 is disabled')],
      },
      '/project/index?edit=7',
    )
    await page.actor.type(await field('Name'), '-2')
    await page.actor.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/server 3 is disabled/)).toBeTruthy()
    expect((await field('Name')).value).toBe('shop-2')
  })

  it('moves the releases along with the path, but not away from where they were put', async () => {
    const page = await open({}, '/project/index?edit=new')
    const path = await field('Path on the servers')
    await page.actor.type(path, '/srv/cart')
    await page.actor.click(screen.getByRole('tab', { name: 'Releases' }))
    const releases = await field('Directory of the releases')
    expect(releases.value).toBe('/srv/goploy-symlink/cart')
    await page.actor.clear(releases)
    await page.actor.type(releases, '/data/cart')
    await page.actor.type(path, '2')
    expect(releases.value).toBe('/data/cart')
  })

  it('says whether the repository answers, and lists its branches', async () => {
    const page = await open(
      {
        answers: [
          ...filled,
          refuse(ProjectPingRepos, Code.Failed, 'could not resolve git.example'),
          answer(ProjectRemoteBranchList, { branch: ['main', 'next'] }),
        ],
      },
      '/project/index?edit=7',
    )
    await page.actor.click(await screen.findByRole('button', { name: 'Test repository' }))
    expect(await screen.findByText('could not resolve git.example')).toBeTruthy()
    await page.actor.click(screen.getByRole('button', { name: 'List branches' }))
    expect(await screen.findByText('2 branches to choose from')).toBeTruthy()
    expect(page.inputsOf(ProjectRemoteBranchList)).toEqual([{ url: shop.url, repoType: 'git' }])
    // What this address said says nothing about another one.
    await page.actor.type(await screen.findByRole('textbox', { name: /^Repository/ }), 'x')
    expect(screen.queryByText('could not resolve git.example')).toBeNull()
  })

  it('writes a variable into the script, and saves what stands in the editor', async () => {
    const page = await open({}, '/project/index?edit=7')
    await page.actor.click(await screen.findByRole('tab', { name: 'Scripts' }))
    const editor = await screen.findByRole('textbox', { name: 'After pull' })
    await page.actor.click(screen.getByRole('button', { name: 'Insert a variable' }))
    await page.actor.click(await screen.findByRole('button', { name: /PROJECT_PATH.*srv.shop/ }))
    expect(editor.textContent).toBe('${PROJECT_PATH}')
    await page.actor.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(page.inputsOf(ProjectEdit)).toHaveLength(1))
    expect(page.inputsOf(ProjectEdit)[0]?.script?.afterPull).toEqual({ mode: 'bash', content: '${PROJECT_PATH}' })
  })

  it('asks where notices and reviews go, and sends the address with what was ticked', async () => {
    const page = await open({}, '/project/index?edit=7')
    await page.actor.click(await screen.findByRole('tab', { name: 'Notices' }))
    const target = await field('Address to send to')
    await page.actor.clear(target)
    await page.actor.click(screen.getByRole('tab', { name: 'Review' }))
    await page.actor.click(await screen.findByRole('switch', { name: /second person/ }))
    await page.actor.type(await field(/Address of your review system/), 'https://review.example/open')
    await page.actor.click(await screen.findByRole('checkbox', { name: /commit_id/ }))
    await page.actor.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.getByRole('tab', { name: /Notices/ }).getAttribute('aria-selected')).toBe('true'))
    expect(page.inputsOf(ProjectEdit)).toEqual([])
    await page.actor.type(target, 'https://hook.example/2')
    await page.actor.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(page.inputsOf(ProjectEdit)).toHaveLength(1))
    expect(page.inputsOf(ProjectEdit)[0]).toMatchObject({
      review: 1,
      reviewURL: 'https://review.example/open?commit_id=__COMMIT_ID__&callback=__CALLBACK__',
      notifyTarget: 'https://hook.example/2',
    })
  })

  it('is there in Chinese too', async () => {
    await open({ language: 'zh-cn' }, '/project/index?edit=7')
    expect(await screen.findByRole('tab', { name: '服务器' })).toBeTruthy()
    expect(screen.getByRole('button', { name: '测试仓库' })).toBeTruthy()
  })
})
