import { act, screen, waitFor, within } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract'
import {
  DeployHistory,
  DeployList,
  DeployLog,
  DeployRebuild,
  DeployReleaseList,
  DeployTraceDetail,
  DeployTraceList,
  type PublishTrace,
} from '@windlass/shared-kit/contract/deploy'
import { DeployState, TraceType } from '@windlass/shared-kit/contract/enums'
import { NamespaceUserOptionList } from '@windlass/shared-kit/contract/namespace'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { BLANK_PROJECT } from '@windlass/shared-kit/contract/project'
import { answer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
import remote from '../../remote.ts'
import DetailPage from './DetailPage.tsx'

const project = {
  ...BLANK_PROJECT,
  id: 7,
  name: 'shop',
  environment: 1,
  deployState: DeployState.Failed,
  lastPublishToken: 'token-7',
  ...{ queuePosition: 0, stage: '' as const, serverCount: 2, lock: null, freeze: null, waitingReviews: 0, failure: '' },
}
const record = (more: Partial<PublishTrace>): PublishTrace => ({
  ...{ id: 1, token: 'token-7', namespaceId: 0, projectId: 7, projectName: 'shop', detail: '', state: 1 },
  ...{ publisherId: 1, publisherName: 'Ada', type: TraceType.Queue, ext: '' },
  ...{ insertTime: '2026-11-20 10:00:00', updateTime: '2026-11-20 10:01:05' },
  ...more,
})
const commit = JSON.stringify({ commit: 'abcdef1234567890', message: 'Show prices', author: 'Grace' })
const trace = answer(DeployTraceList, {
  list: [
    record({}),
    record({ id: 2, type: TraceType.Pull, ext: commit }),
    record({ id: 3, type: TraceType.AfterDeploy, state: 0, detail: 'web-2: exit 1', ext: '{"serverName":"web-2"}' }),
  ],
})
const pagination = { page: 1, rows: 20, total: 1 }
const history = answer(DeployHistory, { list: [record({ state: 0, ext: '"abcdef1234567890"' })], pagination })
const log = answer(DeployLog, { entries: [], nextOffset: 0, isEnded: true })
const list = answer(DeployList, { list: [project] })
const release = {
  ...{ token: 'token-1', commit: '1234567890', branch: 'main', message: 'First', author: 'Grace', publishTime: '' },
  ...{ publisherName: 'Ada', isLive: false, servers: [{ serverId: 1, serverName: 'web-1', hasRelease: true }] },
}

const open = (answers: Parameters<typeof renderPage>[1]) =>
  renderPage(<DetailPage />, {
    remote,
    path: '/deploy/detail/7',
    route: '/deploy/detail/:projectId',
    permissions: Object.values(Permission),
    ...answers,
  })

/** As somebody who writes an address does. */
const go = (path: string) =>
  act(() => {
    location.hash = `#${path}`
    dispatchEvent(new PopStateEvent('popstate'))
  })

describe('the deploys of a project', () => {
  it('say at the top why the last one failed, and how long each stage took', async () => {
    await open({ answers: [list, history, trace, log] })
    expect((await screen.findByRole('alert')).textContent).toContain('web-2: exit 1')
    const stages = await screen.findByRole('list', { name: 'Stages' })
    expect(within(stages).getByText('Script after deploy · web-2')).toBeTruthy()
    expect(within(stages).getAllByText('01:05')).toHaveLength(3)
    expect(screen.getByText('Show prices')).toBeTruthy()
  })

  it('are the latest ones, also when one was made while another page was open', async () => {
    const page = await open({ answers: [list, history, trace, log] })
    await screen.findByRole('list', { name: 'Stages' })
    go('/deploy/process/7')
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Stages' })).toBeNull())
    page.answer(answer(DeployList, { list: [{ ...project, lastPublishToken: 'token-8' }] }))
    go('/deploy/detail/7')
    await waitFor(() => expect(page.inputsOf(DeployTraceList)).toContainEqual({ lastPublishToken: 'token-8' }))
  })

  it('say of every server why it failed, the same words once', async () => {
    const failed = (id: number, detail: string) => record({ id, type: TraceType.Deploy, state: 0, detail })
    const all = answer(DeployTraceList, {
      list: [record({}), failed(2, 'web-1: disk full'), failed(3, 'web-2: no route'), failed(4, 'web-2: no route')],
    })
    await open({ answers: [list, history, all, log] })
    const said = (await screen.findByRole('alert')).textContent
    expect(said).toContain('web-1: disk full')
    expect(said?.match(/web-2: no route/g)).toHaveLength(1)
  })

  it('call a probe, a way back and a switched link by their names', async () => {
    const after = (id: number, ext: object) =>
      record({ id, type: TraceType.AfterDeploy, ext: JSON.stringify({ serverId: 1, serverName: 'web-1', ...ext }) })
    const rows = [
      after(5, { step: 'health probe', command: 'http://web-1/' }),
      after(6, { step: 'rollback', script: '' }),
      after(7, { script: '' }),
      after(8, { script: 'make', step: 'rollback' }),
    ]
    await open({ answers: [list, history, answer(DeployTraceList, { list: rows }), log] })
    const stages = await screen.findByRole('list', { name: 'Stages' })
    const names = within(stages)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent?.replace(/[\u2068\u2069]/g, '').replace(/\d\d:\d\d$/, ''))
    expect(names).toEqual([
      'Health probe · web-1',
      'Going back · web-1',
      'Going live · web-1',
      'Script after deploy · web-1 · rollback',
    ])
  })

  it('are read from the start of their log when they are over, and followed to its end while they run', async () => {
    const follow = async () => (await screen.findByRole('button', { name: /Follow/ })).getAttribute('aria-pressed')
    const page = await open({ answers: [list, history, trace, log] })
    expect(await follow()).toBe('false')
    page.unmount()
    const running = answer(DeployList, { list: [{ ...project, deployState: DeployState.Deploying }] })
    await open({ answers: [running, history, trace, log] })
    expect(await follow()).toBe('true')
  })

  it('go back to a kept release after a question that names it', async () => {
    const rebuilt = answer(DeployRebuild, { type: 'symlink', token: 'token-1' })
    const page = await open({
      answers: [list, history, trace, log, answer(DeployReleaseList, { list: [release] }), rebuilt],
    })
    await page.actor.click(await screen.findByRole('button', { name: 'Roll back' }))
    const drawer = (await screen.findByText('First')).closest('li')
    if (!drawer) throw new Error('the release is not in a list')
    await page.actor.click(within(drawer).getByRole('button', { name: 'Roll back' }))
    const question = (await screen.findByText('Roll “shop” back to 12345678?')).closest('[role="dialog"]')
    if (!(question instanceof HTMLElement)) throw new Error('the question is not a dialog')
    await page.actor.click(within(question).getByRole('button', { name: 'Roll back' }))
    expect(page.inputsOf(DeployRebuild)).toEqual([{ projectId: 7, token: 'token-1' }])
  })

  it('open to what ran in a stage, and to its output when somebody asks', async () => {
    const ran = answer(DeployTraceList, {
      list: [
        record({ id: 5, type: TraceType.Deploy, ext: '{"serverId":1,"serverName":"web-1","command":"rsync -rtv"}' }),
        record({ id: 6, type: TraceType.AfterPull, ext: '{"script":"make all","step":"build"}' }),
      ],
    })
    const page = await open({
      answers: [list, history, ran, log, answer(DeployTraceDetail, { detail: 'sent 3 files' })],
    })
    await page.actor.click(await screen.findByText('Transferring · web-1'))
    expect(await screen.findByText('rsync -rtv')).toBeTruthy()
    await page.actor.click(screen.getByRole('button', { name: 'Show output' }))
    expect(await screen.findByText('sent 3 files')).toBeTruthy()
    expect(page.inputsOf(DeployTraceDetail)).toEqual([{ id: 5 }])
    await page.actor.click(screen.getByText('Script after pull · build'))
    expect(await screen.findByText('make all')).toBeTruthy()
  })

  it('can each be gone back to, after a question that names the commit', async () => {
    const fine = answer(DeployHistory, { list: [record({ ext: '"1234567890abcdef"', token: 'token-1' })], pagination })
    const rebuilt = answer(DeployRebuild, { type: 'publish', token: 'token-new' })
    const page = await open({ answers: [list, fine, trace, log, rebuilt] })
    await page.actor.click(await screen.findByRole('button', { name: 'Roll back to 12345678' }))
    const question = await screen.findByRole('dialog')
    expect(question.textContent).toContain('Roll “shop” back to 12345678?')
    await page.actor.click(within(question).getByRole('button', { name: 'Roll back' }))
    await waitFor(() => expect(page.inputsOf(DeployRebuild)).toEqual([{ projectId: 7, token: 'token-1' }]))
  })

  it('are narrowed by a filter that the address keeps', async () => {
    const page = await open({
      path: '/deploy/detail/7?by=5&result=0&token=token-7',
      answers: [list, trace, history, log, answer(NamespaceUserOptionList, { list: [] })],
    })
    await page.actor.click(await screen.findByRole('button', { name: /2 filters/ }))
    expect(page.inputsOf(DeployHistory).at(-1)).toEqual({ projectId: 7, page: 1, rows: 20, userId: 5, state: 0 })
    await page.actor.type(await screen.findByRole('textbox', { name: 'Changed file holds' }), 'prices.ts')
    await page.actor.click(screen.getByRole('button', { name: 'Show deploys' }))
    await waitFor(() => expect(page.inputsOf(DeployHistory).at(-1)).toMatchObject({ filename: 'prices.ts', state: 0 }))
    expect(page.path()).toContain('file=prices.ts')
    // Going to another deploy keeps what the list was narrowed to.
    expect(screen.getByRole('link', { name: /abcdef12/ }).getAttribute('href')).toContain('result=0')
    await page.actor.click(screen.getByRole('button', { name: /3 filters/ }))
    await page.actor.click(await screen.findByRole('button', { name: 'Clear' }))
    await waitFor(() => expect(page.path()).toBe('/deploy/detail/7?token=token-7'))
  })

  it('lead to the commit and the branch on the repository’s own pages', async () => {
    const linked = { ...project, url: 'https://ada:******@git.example/team/shop.git' }
    await open({ answers: [answer(DeployList, { list: [linked] }), trace, history, log] })
    expect((await screen.findByRole('link', { name: 'abcdef12' })).getAttribute('href')).toBe(
      'https://git.example/team/shop/commit/abcdef1234567890',
    )
  })

  it('say so when the project is not here', async () => {
    await open({ answers: [answer(DeployList, { list: [] }), history] })
    expect(await screen.findByText('There is no such project here')).toBeTruthy()
  })

  it('say so when the reader has no access', async () => {
    await open({ answers: [refuse(DeployList, Code.Denied, 'no permission'), history], permissions: [] })
    expect((await screen.findByRole('alert')).textContent).toContain('Show deploy details')
  })
})
