import { screen, waitFor, within } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract'
import { DemoState } from '@windlass/shared-kit/contract/demo'
import {
  DeployCancel,
  DeployGreyPublish,
  DeployList,
  DeployPublish,
  DeployResetState,
  type DeployRow,
} from '@windlass/shared-kit/contract/deploy'
import { DeployLockRemove } from '@windlass/shared-kit/contract/deployGuard'
import { DeployPendingList } from '@windlass/shared-kit/contract/deployPending'
import { DeployState } from '@windlass/shared-kit/contract/enums'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { BLANK_PROJECT, ProjectServerList } from '@windlass/shared-kit/contract/project'
import { RepositoryBranchList, RepositoryCommitList } from '@windlass/shared-kit/contract/repository'
import { BLANK_SERVER } from '@windlass/shared-kit/contract/server'
import { answer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
import remote from '../../remote.ts'
import { BoardCard } from './BoardCard.tsx'
import { boardRow } from './boardRow.ts'
import DeployPage from './DeployPage.tsx'
import { deployRow } from './deployRow.fixture.ts'

const failed = deployRow({
  id: 8,
  name: 'billing',
  deployState: DeployState.Failed,
  failure: 'web-2: exit 1',
  lock: { ownerId: 2, ownerName: 'Grace', reason: 'month end', insertTime: '', endTime: '' },
  waitingReviews: 2,
})
const running = deployRow({
  id: 9,
  name: 'docs',
  deployState: DeployState.Deploying,
  stage: 'transfer',
  lastPublishToken: 'token-9',
})
const filled = answer(DeployList, { list: [deployRow(), failed, running] })
const noDemo = answer(DemoState, { exists: false, canCreate: true, reason: '', projectId: 0, serverId: 0 })
const binding = (serverId: number, name: string) => ({
  id: serverId,
  projectId: 7,
  serverId,
  project: BLANK_PROJECT,
  server: { ...BLANK_SERVER, name },
  insertTime: '',
  updateTime: '',
})
const pending = answer(DeployPendingList, {
  list: [
    {
      projectId: 7,
      isMore: false,
      commits: [{ commit: 'c2c2c2c2c2', author: 'Grace', timestamp: 1_795_000_000, message: 'Round prices' }],
    },
  ],
  isLooking: false,
})
const servers = answer(ProjectServerList, { list: [binding(1, 'web-1'), binding(2, 'web-2')] })
const all = Object.values(Permission)

/** The table view draws everything at once, which a window without a size could not tell from nothing. */
const open = (answers: Parameters<typeof renderPage>[1], path = '/deploy/index?view=table') =>
  renderPage(<DeployPage />, {
    remote,
    path,
    permissions: all,
    ...answers,
    answers: [pending, ...(answers?.answers ?? [])],
  })

describe('a card of a project without commits', () => {
  const card = (deployState: DeployRow['deployState']) => {
    const row = deployRow({ repoType: 'sftp', branch: 'virtual', publishExt: '{"commit":""}', deployState })
    const item = { item: boardRow(row), isPinned: false, onAction: () => undefined }
    return renderPage(<BoardCard {...item} />, { remote, path: '/deploy/index', permissions: all, answers: [] })
  }

  it('names its source, and does not deny that it was deployed', async () => {
    await card(DeployState.Success)
    expect(await screen.findByText(/SFTP/)).toBeTruthy()
    expect(screen.queryByText(/virtual|Nothing deployed yet/)).toBeNull()
  })

  it('says so while nothing was deployed', async () => {
    await card(DeployState.NotDeployed)
    expect(await screen.findByText('Nothing deployed yet')).toBeTruthy()
  })
})

describe('the deploy board', () => {
  it('shows how every project stands, and each number is a filter', async () => {
    const page = await open({ answers: [filled, noDemo] })
    expect(await screen.findByText('Transferring')).toBeTruthy()
    await page.actor.click(screen.getByRole('button', { name: /1 failed/ }))
    expect(screen.queryByText('docs')).toBeNull()
    expect(screen.getByText('billing')).toBeTruthy()
    expect(page.path()).toContain('state=failed')
  })

  it('is narrowed by environment and pins, which the address keeps', async () => {
    const page = await open({ answers: [filled, noDemo] })
    await screen.findByText('billing')
    await page.actor.click(screen.getByRole('button', { name: /^filter Filter$/ }))
    await page.actor.click(await screen.findByRole('menuitem', { name: 'Not pinned only' }))
    await page.actor.click(screen.getByRole('menuitem', { name: 'Production' }))
    expect(page.path()).toBe('/deploy/index?view=table&pin=unpinned&env=1')
    expect(screen.getByRole('button', { name: /2 filters/ })).toBeTruthy()
    await page.actor.click(screen.getByRole('menuitem', { name: 'Production' }))
    expect(page.path()).toBe('/deploy/index?view=table&pin=unpinned')
  })

  it('offers the two ways to a first deploy where nothing is yet', async () => {
    await open({ answers: [answer(DeployList, { list: [] }), noDemo] })
    expect(await screen.findByRole('button', { name: 'Try it with a demo target' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Add project' })).toBeTruthy()
  })

  it('says who has no access, and offers nothing he may not do', async () => {
    await open({ answers: [refuse(DeployList, Code.Denied, 'no permission')], permissions: [] })
    expect((await screen.findByRole('alert')).textContent).toContain('Show deploy page')
    expect(screen.queryByRole('button', { name: 'Deploy' })).toBeNull()
  })

  it('shows what the server said, and loads again on Retry', async () => {
    await open({ answers: [refuse(DeployList, Code.Failed, 'the disk is full'), noDemo] })
    expect((await screen.findByRole('alert')).textContent).toContain('the disk is full')
  })

  it('deploys to chosen servers and names their number on the button', async () => {
    const published = answer(DeployPublish, { token: 'token-new' })
    const page = await open({ answers: [answer(DeployList, { list: [deployRow()] }), noDemo, servers, published] })
    await page.actor.click(await screen.findByTitle('Deploy shop'))
    expect(await screen.findByRole('button', { name: 'Deploy to 2 servers' })).toBeTruthy()
    await page.actor.click(await screen.findByRole('radio', { name: 'Some of them first' }))
    await page.actor.click(await screen.findByRole('checkbox', { name: 'web-2' }))
    await page.actor.click(await screen.findByRole('button', { name: 'Deploy to 1 server' }))
    expect(await screen.findByText('main').then(() => page.inputsOf(DeployPublish))).toEqual([
      { projectId: 7, serverIds: [2] },
    ])
  })

  it('asks for a review of one commit where a second person approves, and leads there', async () => {
    const reviewed = deployRow({ review: 1 })
    const commit = {
      branch: '',
      commit: 'abc123def456',
      author: 'Grace',
      timestamp: 1_795_000_000,
      message: 'Prices',
      tag: '',
    }
    const page = await open({
      answers: [
        ...[answer(DeployList, { list: [reviewed] }), noDemo, servers, answer(DeployPublish, { token: '' })],
        answer(RepositoryBranchList, { list: ['origin/main'] }),
        answer(RepositoryCommitList, { list: [{ ...commit, diff: 'prices.ts | 2 +-' }] }),
      ],
    })
    await page.actor.click(await screen.findByTitle('Deploy shop'))
    expect(await screen.findByText(/A second person approves/)).toBeTruthy()
    expect(screen.queryByRole('radio', { name: /Newest/ })).toBeNull()
    const ask = await screen.findByRole('button', { name: 'Ask for a review' })
    await page.actor.click(ask)
    expect(await screen.findByText('Choose one')).toBeTruthy()
    // The branch of the project is chosen already.
    expect(await screen.findByText('prices.ts | 2 +-')).toBeTruthy()
    await page.actor.click(await screen.findByRole('radio', { name: /Prices/ }))
    await page.actor.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() =>
      expect(page.inputsOf(DeployPublish)).toEqual([{ projectId: 7, commit: 'abc123def456', branch: 'origin/main' }]),
    )
    await waitFor(() => expect(page.path()).toBe('/deploy/review/7'))
  })

  it('says what is in the way, and lets only those past it who may and give a reason', async () => {
    const frozen = deployRow({ freeze: { name: 'Holidays', reason: 'Nobody is here', endTime: '' } })
    const answers = [answer(DeployList, { list: [frozen] }), noDemo, servers, answer(DeployPublish, { token: 't' })]
    const refused = await open({ answers, permissions: [Permission.ShowDeployPage, Permission.DeployProject] })
    await refused.actor.click(await screen.findByTitle('Deploy shop'))
    expect(await screen.findByText(/frozen now by “Holidays”/)).toBeTruthy()
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Deploy to 2 servers' })
    expect(button.disabled).toBe(true)
    refused.unmount()

    const page = await open({ answers })
    await page.actor.click(await screen.findByTitle('Deploy shop'))
    await page.actor.click(await screen.findByRole('button', { name: 'Deploy to 2 servers' }))
    expect(await screen.findByText('Say why, in a few words')).toBeTruthy()
    await page.actor.type(screen.getByRole('textbox', { name: 'Why now' }), 'it burns')
    await page.actor.click(screen.getByRole('button', { name: 'Deploy to 2 servers' }))
    await waitFor(() => expect(page.inputsOf(DeployPublish)).toEqual([{ projectId: 7, override: 'it burns' }]))
  })

  it('lets somebody who may only deploy to chosen servers choose them', async () => {
    const published = answer(DeployGreyPublish, { token: 't' })
    const page = await open({
      answers: [answer(DeployList, { list: [deployRow()] }), noDemo, servers, published],
      permissions: [Permission.ShowDeployPage, Permission.GreyDeploy],
    })
    await page.actor.click(await screen.findByTitle('Deploy shop'))
    await page.actor.click(await screen.findByRole('button', { name: 'Deploy to 0 servers' }))
    expect(await screen.findByText('Choose at least one server')).toBeTruthy()
    await page.actor.click(screen.getByRole('checkbox', { name: 'web-1' }))
    await page.actor.click(screen.getByRole('button', { name: 'Deploy to 1 server' }))
    await waitFor(() => expect(page.inputsOf(DeployGreyPublish)).toEqual([{ projectId: 7, serverIds: [1] }]))
  })

  it('says why a deploy failed, who locked a project, and what waits for an answer', async () => {
    const page = await open({ answers: [filled, noDemo, answer(DeployLockRemove, null)] })
    expect(await screen.findByText('Failed: web-2: exit 1')).toBeTruthy()
    expect(screen.getByText(/Locked by Grace/)).toBeTruthy()
    expect(screen.getByRole('link', { name: /2 reviews wait/ }).getAttribute('href')).toBe('#/deploy/review/8')
    await page.actor.click(screen.getByRole('button', { name: 'More for billing' }))
    await page.actor.click(await screen.findByRole('menuitem', { name: 'Unlock' }))
    const question = await screen.findByRole('dialog')
    expect(question.textContent).toContain('month end')
    await page.actor.click(within(question).getByRole('button', { name: 'Unlock' }))
    await waitFor(() => expect(page.inputsOf(DeployLockRemove)).toEqual([{ projectId: 8 }]))
  })

  it('names the commits that wait, and asks for all cards at once', async () => {
    const page = await open({ answers: [filled, noDemo] })
    await page.actor.click(await screen.findByRole('button', { name: '1 commit since the live version' }))
    expect(await screen.findByText(/Round prices/)).toBeTruthy()
    expect(page.inputsOf(DeployPendingList)).toEqual([{ projectIds: '9,8,7' }])
  })

  it('leads to every page of a project, and resets a state only after a question', async () => {
    const page = await open({ answers: [filled, noDemo, answer(DeployResetState, null)] })
    await page.actor.click(await screen.findByRole('button', { name: 'More for docs' }))
    for (const name of ['Deploys', 'Schedule', 'Compare files', 'Project files', 'Processes', 'Pin', 'Copy link']) {
      expect(await screen.findByRole('menuitem', { name })).toBeTruthy()
    }
    // Nothing is reviewed in this project.
    expect(screen.queryByRole('menuitem', { name: 'Reviews' })).toBeNull()
    await page.actor.click(screen.getByRole('menuitem', { name: 'Reset state' }))
    const question = await screen.findByRole('dialog')
    await page.actor.click(within(question).getByRole('button', { name: 'Reset state' }))
    await waitFor(() => expect(page.inputsOf(DeployResetState)).toEqual([{ projectId: 9 }]))
  })

  it('offers a reader no more than what he may open', async () => {
    const page = await open({
      answers: [filled, noDemo],
      permissions: [Permission.ShowDeployPage, Permission.DeployDetail],
    })
    await page.actor.click(await screen.findByRole('button', { name: 'More for docs' }))
    const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
    expect(items).toEqual(['Deploys', 'Pin', 'Copy link'])
  })

  it('cancels only after a question that says what happens', async () => {
    const page = await open({ answers: [filled, noDemo, answer(DeployCancel, null)] })
    await page.actor.click(await screen.findByRole('button', { name: 'Cancel the deploy of docs' }))
    expect(page.inputsOf(DeployCancel)).toEqual([])
    const question = await screen.findByRole('dialog')
    await page.actor.click(within(question).getByRole('button', { name: 'Cancel deploy' }))
    expect(page.inputsOf(DeployCancel)).toEqual([{ projectId: 9, token: 'token-9' }])
  })
})
