import { screen, waitFor, within } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract/codes'
import { Permission } from '@windlass/shared-kit/contract/permission'
import {
  BLANK_SERVER,
  ServerAcceptHostKey,
  ServerAdd,
  ServerBoundProjectList,
  ServerEdit,
  ServerList,
  ServerPublicKey,
  type ServerRow,
  ServerToggle,
  ServerUnbindProject,
} from '@windlass/shared-kit/contract/server'
import { ServerChangeTags, ServerToggleMany } from '@windlass/shared-kit/contract/serverBulk'
import {
  type Diagnosis,
  ServerDiagnose,
  ServerDiagnoseStored,
  ServerHostKeyList,
} from '@windlass/shared-kit/contract/serverDiagnosis'
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
  tags: ['eu', 'front'],
  jumps: [],
  hostKey: null,
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
  tags: ['eu'],
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
    expect(row.getByText('root@')).toBeTruthy()
    expect(row.getByRole('link', { name: 'Terminal on web-1' }).getAttribute('href')).toBe(
      '#/server/terminal?serverId=1',
    )
    expect(row.getByRole('link', { name: 'Scheduled tasks of web-1' }).getAttribute('href')).toBe(
      '#/server/cron?server=1',
    )
    expect(row.getByText(/4 cores/).textContent).toBe('Debian 12 · 4 cores · 8 GB')
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

  it('are narrowed by tags, all of which must fit', async () => {
    const page = await open({ answers: [filled] })
    await page.actor.click(await screen.findByRole('button', { name: 'front 1' }))
    await waitFor(() => expect(screen.queryByText('db-1')).toBeNull())
    expect(page.path()).toBe('/server/index?tag=front')
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
    for (const name of [/Add server/, 'Edit', /Tags/]) {
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
    await page.actor.click(screen.getByRole('button', { name: /through a jump host/ }))
    const save = () => page.actor.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add server' }))
    await save()
    expect(await screen.findByText('Enter an IP address or a host name')).toBeTruthy()
    expect(page.inputsOf(ServerAdd)).toEqual([])
    await page.actor.click(screen.getByRole('button', { name: 'Remove jump host 1' }))
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

const step = { hop: 0, address: '10.0.0.5:22', ms: 12, detail: '', failure: '', message: '' }
const [known, presented] = [`SHA256:${'a'.repeat(43)}`, `SHA256:${'b'.repeat(43)}`]
const reached: Diagnosis = {
  isReachable: true,
  steps: [
    { ...step, kind: 'name', state: 'skipped' },
    { ...step, kind: 'tcp', state: 'passed' },
    { ...step, kind: 'hostKey', state: 'passed', detail: `ssh-ed25519 ${known}` },
    { ...step, kind: 'auth', state: 'passed', detail: 'root' },
    { ...step, kind: 'rsync', state: 'warned', failure: 'no-rsync', message: 'rsync is not installed there' },
  ],
  hostKeys: [],
  osInfo: 'Debian|2|1024',
  changedHostKey: null,
}
const stopped: Diagnosis = {
  ...reached,
  isReachable: false,
  steps: [
    { ...step, kind: 'tcp', state: 'passed' },
    { ...step, kind: 'hostKey', state: 'failed', failure: 'host-key', message: 'the host key has changed' },
    { ...step, kind: 'auth', state: 'skipped' },
  ],
  osInfo: '',
  changedHostKey: { host: '10.0.0.5', port: 22, known, presented },
}

describe('the connection test', () => {
  const test = async (answers: Parameters<typeof renderPage>[1]) => {
    const page = await open(answers, '/server/index?edit=1')
    await page.actor.click(await screen.findByRole('button', { name: /Test connection/ }))
    return page
  }

  it('shows each step with what was found, and what to do about the odd one', async () => {
    const page = await test({ answers: [filled, answer(ServerDiagnose, reached)] })
    expect(await screen.findByText('Connected, with 1 thing to mend')).toBeTruthy()
    expect(screen.getByText(`ssh-ed25519 ${known}`)).toBeTruthy()
    expect(screen.getByText('rsync is missing. Install it, or transfer by SFTP.')).toBeTruthy()
    expect(screen.queryByText('Host name')).toBeNull()
    const sent = { ip: '10.0.0.5', password: 'keep:1:password:mac', os: 'linux', jumps: [] }
    expect(page.inputsOf(ServerDiagnose)).toMatchObject([sent])
  })

  it('says in the form, not over it, why it could not be run', async () => {
    const page = await test({ answers: [filled, refuse(ServerDiagnose, Code.Failed, 'the token is old')] })
    expect(await screen.findByText('the token is old')).toBeTruthy()
    expect(page.toasts()).toEqual([])
  })

  it('stops at a changed host key until somebody accepts it', async () => {
    const page = await test({ answers: [filled, answer(ServerDiagnose, stopped), answer(ServerAcceptHostKey, null)] })
    expect(await screen.findByText('The host key of 10.0.0.5:22 has changed')).toBeTruthy()
    expect(screen.getByText(known)).toBeTruthy()
    expect(screen.getByText(presented)).toBeTruthy()
    await page.actor.click(screen.getByRole('button', { name: 'Accept the new key' }))
    expect(page.inputsOf(ServerAcceptHostKey)).toEqual([])
    await page.actor.click(await answerTo(/^Trust the new key/, 'Accept the new key'))
    const accepted = { host: '10.0.0.5', port: 22, fingerprint: presented }
    await waitFor(() => expect(page.inputsOf(ServerAcceptHostKey)).toEqual([accepted]))
    await waitFor(() => expect(page.inputsOf(ServerDiagnose)).toHaveLength(2))
  })
})

describe('marked servers', () => {
  const mark = async (answers: Parameters<typeof renderPage>[1]) => {
    const page = await open(answers)
    await page.actor.click(await screen.findByRole('checkbox', { name: 'Mark web-1' }))
    await page.actor.click(screen.getByRole('checkbox', { name: 'Mark db-1' }))
    return { page, bar: within(await screen.findByRole('region', { name: 'Marked servers' })) }
  }

  it('are checked together, and each row tells what came of it', async () => {
    const { page, bar } = await mark({ answers: [filled, answer(ServerDiagnoseStored, stopped)] })
    await page.actor.click(bar.getByRole('button', { name: /Check$/ }))
    await waitFor(() => expect(page.inputsOf(ServerDiagnoseStored).map(({ id }) => id)).toEqual([1, 2]))
    const row = await rowOf('web-1')
    await page.actor.click(await row.findByRole('button', { name: /Host key failed/ }))
    expect(await screen.findByText('Host key failed at 10.0.0.5:22')).toBeTruthy()
    expect(page.path()).toBe('/server/index?check=1')
  })

  it('get and lose tags', async () => {
    const { page, bar } = await mark({ answers: [filled, answer(ServerChangeTags, null)] })
    await page.actor.click(bar.getByRole('button', { name: /Tags$/ }))
    await page.actor.type(await screen.findByRole('combobox', { name: /Add to all/ }), 'blue,')
    await page.actor.click(screen.getByRole('button', { name: 'Change tags' }))
    await waitFor(() => expect(page.inputsOf(ServerChangeTags)).toEqual([{ ids: [1, 2], add: ['blue'], remove: [] }]))
  })

  it('are disabled by one question that counts their bindings', async () => {
    const { page, bar } = await mark({ answers: [filled, answer(ServerToggleMany, null)] })
    expect(bar.getByRole('button', { name: 'Enable 1 server' })).toBeTruthy()
    await page.actor.click(bar.getByRole('button', { name: 'Disable 1 server' }))
    expect(await screen.findByText(/2 bindings of projects/)).toBeTruthy()
    await page.actor.click(await answerTo(/^Disable 1 server\?$/, 'Disable 1 server'))
    await waitFor(() => expect(page.inputsOf(ServerToggleMany)).toEqual([{ ids: [1], state: 0 }]))
  })
})

describe('the host keys of a server', () => {
  it('are shown with who came to trust them', async () => {
    const event = { algorithm: 'ssh-ed25519', userName: '', insertTime: '2026-11-20 10:00:00' }
    const list = [
      {
        ...{ host: '10.0.0.5', port: 22, algorithm: 'ssh-ed25519', fingerprint: presented },
        ...{ presentedAlgorithm: '', presentedFingerprint: '' },
        events: [
          { ...event, kind: 'accepted' as const, fingerprint: presented, userName: 'Grace' },
          { ...event, kind: 'changed' as const, fingerprint: presented },
          { ...event, kind: 'pinned' as const, fingerprint: known },
        ],
      },
    ]
    await open({ answers: [filled, answer(ServerHostKeyList, { list })] }, '/server/index?keys=1')
    expect(await screen.findByText('Accepted by Grace')).toBeTruthy()
    expect(screen.getByText('Another key was shown and refused')).toBeTruthy()
    expect(screen.getByText(known)).toBeTruthy()
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
    expect(screen.queryByRole('checkbox', { name: /shop/ })).toBeNull()
  })
})
