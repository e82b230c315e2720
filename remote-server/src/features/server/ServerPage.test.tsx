import { screen, waitFor, within } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract/codes'
import { Permission } from '@windlass/shared-kit/contract/permission'
import {
  BLANK_SERVER,
  ServerAcceptHostKey,
  ServerAdd,
  ServerBoundProjectList,
  ServerCheck,
  ServerEdit,
  ServerList,
  ServerPublicKey,
  type ServerRow,
  ServerToggle,
  ServerUnbindProject,
} from '@windlass/shared-kit/contract/server'
import { answer, neverAnswer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
import remote from '../../remote.ts'
import ServerPage from './ServerPage.tsx'

const web: ServerRow = {
  ...BLANK_SERVER,
  id: 1,
  name: 'web-1',
  ip: '10.0.0.5',
  port: 22,
  owner: 'root',
  path: '',
  password: 'keep:1:password:mac',
  namespaceId: 1,
  os: 'linux',
  osInfo: 'Debian GNU/Linux 12|4|8388608',
  description: 'Front end',
  state: 1,
  bindCount: 2,
}
const database: ServerRow = {
  ...web,
  id: 2,
  name: 'db-1',
  ip: '2001:db8::7',
  port: 2222,
  namespaceId: 0,
  osInfo: '',
  description: '',
  state: 0,
  bindCount: 0,
}
const filled = answer(ServerList, { list: [web, database] })
const all = Object.values(Permission)

const open = (options: Parameters<typeof renderPage>[1], path = '/server/index') =>
  renderPage(<ServerPage />, { remote, path, permissions: all, ...options })
const rowOf = async (name: string) => {
  const row = (await screen.findByText(name)).closest('tr')
  if (!row) throw new Error(`${name} is in no row`)
  return within(row)
}
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
/** The button that answers the question asked last. */
const answerTo = async (question: RegExp, verb: string) => {
  const dialog = (await screen.findByText(question)).closest<HTMLElement>('[role="dialog"]')
  if (!dialog) throw new Error(`${question} is in no dialog`)
  return within(dialog).getByText(verb).closest('button') ?? dialog
}

describe('servers', () => {
  it('are listed with what an operator needs to tell them apart', async () => {
    await open({ answers: [filled] })
    const row = await rowOf('web-1')
    expect(row.getByText('10.0.0.5:22')).toBeTruthy()
    expect(row.getByText(/4 cores/).textContent).toBe('Debian GNU/Linux 12 · 4 cores · 8 GB')
    const other = await rowOf('db-1')
    expect(other.getByText('[2001:db8::7]:2222')).toBeTruthy()
    expect(other.getByText('shared')).toBeTruthy()
    expect(other.getByText('Disabled')).toBeTruthy()
  })

  it('are narrowed by search and chips together, which the address keeps', async () => {
    const page = await open({ answers: [filled] })
    await screen.findByText('web-1')
    await page.actor.type(screen.getByRole('searchbox'), 'FRONT')
    expect(screen.queryByText('db-1')).toBeNull()
    await page.actor.click(screen.getByRole('button', { name: '1 disabled' }))
    expect(screen.queryByText('web-1')).toBeNull()
    expect(page.path()).toBe('/server/index?q=FRONT&show=disabled')
    await page.actor.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(screen.getByText('web-1')).toBeTruthy()
  })

  it('show grey rows while loading, and what a server is when there is none', async () => {
    const loading = await open({ answers: [neverAnswer(ServerList)] })
    expect(screen.getByRole('status', { busy: true })).toBeTruthy()
    loading.unmount()
    await open({ answers: [answer(ServerList, { list: [] })] })
    expect(await screen.findByText('Add your first server')).toBeTruthy()
  })

  it('say which permission is missing, and what failed', async () => {
    const refused = await open({ answers: [refuse(ServerList, Code.Denied, 'no permission')] })
    expect((await screen.findByRole('alert')).textContent).toContain('Missing permission: show server page')
    refused.unmount()
    await open({ answers: [refuse(ServerList, Code.Failed, 'the database is away')] })
    expect((await screen.findByRole('alert')).textContent).toContain('the database is away')
  })

  it('offer nothing to readers who may only look', async () => {
    await open({ answers: [filled], permissions: [Permission.ShowServerPage] })
    await screen.findByText('web-1')
    for (const name of [/Add server/, /Import/, 'Edit', 'Copy']) {
      expect(screen.queryByRole('button', { name })).toBeNull()
    }
    expect(screen.queryByRole('switch')).toBeNull()
  })
})

describe('the state of a server', () => {
  const off = { name: 'web-1 takes deploys' }

  it('is switched off only after saying how many bindings go', async () => {
    const page = await open({ answers: [filled, answer(ServerToggle, null)] })
    await page.actor.click(await screen.findByRole('switch', off))
    expect(screen.getByText(/2 projects of this namespace deploy to it/)).toBeTruthy()
    expect(page.inputsOf(ServerToggle)).toEqual([])
    await page.actor.click(await answerTo(/^Disable .*\?$/, 'Disable and unbind'))
    await waitFor(() => expect(page.inputsOf(ServerToggle)).toEqual([{ id: 1, state: 0 }]))
  })

  it('shows at once and goes back when the server refuses', async () => {
    const page = await open({ answers: [filled, refuse(ServerToggle, Code.Failed, 'locked by a deploy')] })
    const other = { name: 'db-1 takes deploys' }
    await page.actor.click(await screen.findByRole('switch', other))
    await waitFor(() => expect(page.toasts()).toContain('locked by a deploy'))
    await waitFor(() => expect(screen.getByRole('switch', other).getAttribute('aria-checked')).toBe('false'))
  })
})

describe('the form', () => {
  it('adds a server, and asks for everything a jump host needs', async () => {
    const page = await open({ answers: [filled, answer(ServerAdd, { id: 3 })] }, '/server/index?add=new')
    await page.actor.type(await field('Name'), 'web-2')
    await page.actor.type(await field('Host'), '10.0.0.6')
    await page.actor.click(screen.getByRole('switch', { name: /jump host/ }))
    const save = () => page.actor.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add server' }))
    await save()
    expect(await screen.findByText('Enter an IP address or a host name')).toBeTruthy()
    expect(page.inputsOf(ServerAdd)).toEqual([])
    await page.actor.click(screen.getByRole('switch', { name: /jump host/ }))
    await save()
    await waitFor(() => expect(page.inputsOf(ServerAdd)).toHaveLength(1))
    expect(page.inputsOf(ServerAdd)[0]).toMatchObject({
      name: 'web-2',
      ip: '10.0.0.6',
      port: 22,
      namespaceId: 1,
      jumpIP: '',
    })
    await waitFor(() => expect(page.path()).toBe('/server/index'))
  })

  it('keeps a stored password that is left empty', async () => {
    const page = await open({ answers: [filled, answer(ServerEdit, null)] }, '/server/index?edit=1')
    const name = await field('Name')
    expect(screen.getByPlaceholderText<HTMLInputElement>('Stored').value).toBe('')
    await page.actor.type(name, '!')
    await page.actor.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(page.inputsOf(ServerEdit)).toMatchObject([{ id: 1, name: 'web-1!', password: 'keep:1:password:mac' }]),
    )
  })

  it('copies a server under a new id', async () => {
    const page = await open({ answers: [filled, answer(ServerAdd, { id: 3 })] }, '/server/index?copy=1')
    expect((await field('Name')).value).toBe('web-1')
    await page.actor.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add server' }))
    await waitFor(() =>
      expect(page.inputsOf(ServerAdd)).toMatchObject([{ ip: '10.0.0.5', password: 'keep:1:password:mac' }]),
    )
  })

  it('stays open with what was typed when the server refuses', async () => {
    const refused = refuse(ServerEdit, Code.Failed, 'this host is stored already')
    const page = await open({ answers: [filled, refused] }, '/server/index?edit=1')
    await page.actor.type(await field('Name'), '!')
    await page.actor.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/this host is stored already/)).toBeTruthy()
    expect((await field('Name')).value).toBe('web-1!')
  })

  it('reads the public key and says where it belongs', async () => {
    const page = await open(
      { answers: [filled, answer(ServerPublicKey, { key: 'ssh-ed25519 AAAA root@vm' })] },
      '/server/index?add=new',
    )
    await page.actor.click(await screen.findByRole('button', { name: /Copy public key/ }))
    expect(await screen.findByText('Paste it into the authorized keys file of the target server')).toBeTruthy()
    expect(page.inputsOf(ServerPublicKey)).toEqual([{ path: '/root/.ssh/id_rsa' }])
  })
})

describe('the connection test', () => {
  const test = async (answers: Parameters<typeof renderPage>[1]) => {
    const page = await open(answers, '/server/index?edit=1')
    await page.actor.click(await screen.findByRole('button', { name: /Test connection/ }))
    return page
  }
  const key = { host: '10.0.0.5', port: 22 }
  const [known, presented] = [`SHA256:${'a'.repeat(43)}`, `SHA256:${'b'.repeat(43)}`]

  it('shows the keys that vouch for the machine', async () => {
    const hostKeys = [{ ...key, algorithm: 'ssh-ed25519', fingerprint: known, isNew: true }]
    const page = await test({ answers: [filled, answer(ServerCheck, { hostKeys, osInfo: 'Debian|2|1024' })] })
    expect(await screen.findByText('Connected')).toBeTruthy()
    expect(screen.getByText(known)).toBeTruthy()
    expect(screen.getByText(/Seen for the first time/)).toBeTruthy()
    expect(page.inputsOf(ServerCheck)).toMatchObject([{ ip: '10.0.0.5', password: 'keep:1:password:mac' }])
  })

  it('says in the form, not over it, why it failed', async () => {
    const page = await test({ answers: [filled, refuse(ServerCheck, Code.Failed, 'connection refused')] })
    expect(await screen.findByText('connection refused')).toBeTruthy()
    expect(page.toasts()).toEqual([])
  })

  it('stops at a changed host key until somebody accepts it', async () => {
    const data = { hostKey: { ...key, known, presented } }
    const changed = refuse(ServerCheck, Code.Failed, 'the host key has changed', data)
    const page = await test({ answers: [filled, changed, answer(ServerAcceptHostKey, null)] })
    expect(await screen.findByText('The host key of 10.0.0.5:22 has changed')).toBeTruthy()
    expect(screen.getByText(known)).toBeTruthy()
    expect(screen.getByText(presented)).toBeTruthy()
    await page.actor.click(screen.getByRole('button', { name: 'Accept the new key' }))
    expect(page.inputsOf(ServerAcceptHostKey)).toEqual([])
    await page.actor.click(await answerTo(/^Trust the new key/, 'Accept the new key'))
    await waitFor(() => expect(page.inputsOf(ServerAcceptHostKey)).toEqual([{ ...key, fingerprint: presented }]))
    await waitFor(() => expect(page.inputsOf(ServerCheck)).toHaveLength(2))
  })
})

describe('the projects of a server', () => {
  const project = { name: 'shop', branch: 'main', environment: 1 } as const
  const binding = { id: 31, projectId: 8, serverId: 1, project, server: BLANK_SERVER, insertTime: '', updateTime: '' }
  const bound = answer(ServerBoundProjectList, { list: [binding] })

  it('are unbound by their bindings after a question', async () => {
    const page = await open({ answers: [filled, bound, answer(ServerUnbindProject, null)] })
    await page.actor.click(await screen.findByRole('button', { name: '2 projects on web-1' }))
    await page.actor.click(await screen.findByRole('checkbox', { name: /shop/ }))
    await page.actor.click(screen.getByRole('button', { name: 'Unbind 1 project' }))
    await page.actor.click(await answerTo(/^Unbind 1 project from/, 'Unbind 1 project'))
    await waitFor(() => expect(page.inputsOf(ServerUnbindProject)).toEqual([{ ids: [31] }]))
  })

  it('cannot be chosen without the permission to unbind', async () => {
    await open({ answers: [filled, bound], permissions: [Permission.ShowServerPage] }, '/server/index?projects=1')
    expect(await screen.findByText('shop')).toBeTruthy()
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
})
