import { screen, within } from '@testing-library/react'
import {
  type AgentState,
  InstallAgent,
  InstallAgentStatus,
  RemoveAgent,
  UpgradeAgent,
} from '@windlass/shared-kit/contract/agent'
import { Code } from '@windlass/shared-kit/contract/codes'
import { Permission, type PermissionId } from '@windlass/shared-kit/contract/permission'
import type { ServerMetrics } from '@windlass/shared-kit/contract/serverMetrics'
import { type Answer, answer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
import remote from '../../remote.ts'
import { AgentInstall } from './AgentInstall.tsx'

const server: ServerMetrics['server'] = {
  ...{ id: 7, name: 'web-1', description: '', ip: '10.0.0.1', os: 'linux', state: 1, isShared: false },
}
const installed: AgentState = {
  ...{ serverId: 7, serverName: 'web-1', installPath: '/opt/windlass-agent', tool: 'curl', version: '1.old' },
  ...{ reportURL: 'https://console.example.com', service: 'systemd', isOutdated: true, installTime: 1, task: null },
}
const failed: AgentState = {
  ...{ ...installed, installPath: '', version: '', isOutdated: false, service: null },
  task: {
    ...{ action: 'install', state: 'failed', reason: 'install curl first', userName: 'Ada', startTime: 1, endTime: 2 },
    steps: [
      { name: 'connect', state: 'success', detail: '' },
      { name: 'tools', state: 'failed', detail: '' },
      { name: 'copy', state: 'waiting', detail: '' },
    ],
  },
}
const status = (...list: AgentState[]) => answer(InstallAgentStatus, { version: '1.new', list })
const open = (answers: Answer[], permissions: readonly PermissionId[] = [Permission.InstallAgent]) =>
  renderPage(<AgentInstall server={server} />, { remote, permissions, answers })

describe('the agent of a server', () => {
  it('is installed with the address of this page offered, and a warning that it leads nowhere', async () => {
    const page = await open([status(), answer(InstallAgent, null)])
    await page.actor.click(await screen.findByRole('button', { name: 'Install agent' }))
    const address = await screen.findByLabelText('Address of the console')
    expect(address).toHaveProperty('value', window.location.origin)
    expect(screen.getByText(/leads every server to itself/)).toBeTruthy()
    await page.actor.clear(address)
    await page.actor.type(address, 'https://console.example.com')
    expect(screen.queryByText(/leads every server to itself/)).toBeNull()
    await page.actor.click(screen.getByRole('button', { name: 'Install on 1 server' }))
    expect(page.inputsOf(InstallAgent)).toEqual([
      {
        ...{ ids: [7], installPath: '/opt/windlass-agent', tool: 'auto', webPort: '' },
        reportURL: 'https://console.example.com',
      },
    ])
  })

  it('says why it is not there', async () => {
    const page = await open([status(failed)])
    expect(await screen.findByText('Not installed')).toBeTruthy()
    await page.actor.click(screen.getByRole('button', { name: 'Manage agent' }))
    const steps = within(await screen.findByRole('list', { name: 'Steps' }))
    expect(steps.getAllByRole('listitem')).toHaveLength(3)
    expect(screen.getByText('install curl first')).toBeTruthy()
  })

  it('is upgraded by one click, and removed after a question', async () => {
    const page = await open([status(installed), answer(UpgradeAgent, null), answer(RemoveAgent, null)])
    expect(await screen.findByText('A newer version is available')).toBeTruthy()
    await page.actor.click(screen.getByRole('button', { name: 'Upgrade' }))
    expect(page.inputsOf(UpgradeAgent)).toEqual([{ ids: [7] }])
    await page.actor.click(screen.getByRole('button', { name: 'Manage agent' }))
    await page.actor.click(await screen.findByRole('button', { name: 'Remove agent' }))
    await screen.findByText('Remove 1 agent?')
    expect(page.inputsOf(RemoveAgent)).toEqual([])
    await page.actor.click(screen.getAllByRole('button', { name: 'Remove agent' }).at(-1) ?? document.body)
    expect(page.inputsOf(RemoveAgent)).toEqual([{ ids: [7] }])
  })

  it('is left alone by those who may not, and a refusal is told', async () => {
    const page = await open([status()], [Permission.ShowServerMonitorPage])
    expect(page.inputsOf(InstallAgentStatus)).toEqual([])
    expect(screen.queryByRole('button')).toBeNull()
    const other = await open([status(), refuse(InstallAgent, Code.Failed, 'something is being done')])
    await other.actor.click(await screen.findByRole('button', { name: 'Install agent' }))
    await other.actor.click(await screen.findByRole('button', { name: 'Install on 1 server' }))
    expect(other.inputsOf(InstallAgent)).toHaveLength(1)
    expect(other.toasts().join()).toContain('something is being done')
  })
})
