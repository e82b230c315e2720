import { screen, waitFor, within } from '@testing-library/react'
import { Permission, type PermissionId } from '@windlass/shared-kit/contract/permission'
import { DeployPromote, DeployRollbackDone, DeployRollout, type Rollout } from '@windlass/shared-kit/contract/rollout'
import { answer, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
import remote from '../../remote.ts'
import RolloutStrip from './RolloutStrip.tsx'

const server = (serverId: number, phase: Rollout['batches'][0][0]['phase'], error = '') => ({
  ...{ serverId, serverName: `web-${serverId}`, phase, error },
})
const rollout: Rollout = {
  batches: [[server(1, 'done'), server(2, 'failed', 'web-2: not healthy')], [server(3, 'untouched')]],
  ...{ pauseMs: 0, haltReason: '1 of 3 servers failed (web-2)', reason: '' },
  ...{ canRollBack: 2, promoteToId: 0, promoteToName: '' },
}

const open = (found: Rollout, permissions: PermissionId[] = Object.values(Permission)) =>
  renderPage(<RolloutStrip projectId={7} token="token-7" isRunning={false} />, {
    ...{ remote, path: '/deploy/detail/7', route: '/deploy/detail/:projectId', permissions },
    answers: [
      answer(DeployRollout, found),
      answer(DeployRollbackDone, { token: 'back' }),
      answer(DeployPromote, { projectId: 8, token: 'next' }),
    ],
  })

describe('the strip of a rollout', () => {
  it('shows each server in its batch, why it halted, and takes those already done back when asked twice', async () => {
    const page = await open(rollout)
    const strip = await screen.findByRole('region', { name: 'Rollout' })
    expect(within(strip).getByText('Batch 2')).toBeTruthy()
    expect(within(strip).getByText('not touched')).toBeTruthy()
    expect(within(strip).getByText('1 of 3 servers failed (web-2)')).toBeTruthy()
    await page.actor.click(within(strip).getByRole('button', { name: 'Roll back the servers already done' }))
    await page.actor.click(await screen.findByRole('button', { name: 'Roll back' }))
    await waitFor(() => expect(page.inputsOf(DeployRollbackDone)).toEqual([{ projectId: 7, token: 'token-7' }]))
  })

  it('counts down a pause, offers the next project, and offers nothing to who may not', async () => {
    const waiting = { ...rollout, haltReason: '', pauseMs: 65_000, promoteToId: 8, promoteToName: 'production' }
    await open(waiting, [Permission.DeployDetail])
    expect(await screen.findByText(/The next batch begins in 01:0[45]/)).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('is not there for one server that was simply served', async () => {
    await open({ ...rollout, batches: [[server(1, 'done')]], haltReason: '', canRollBack: 0 })
    expect(screen.queryByRole('region', { name: 'Rollout' })).toBeNull()
  })

  it('does not say that a single server which failed has halted anything', async () => {
    const failed = {
      ...rollout,
      batches: [[server(1, 'failed', 'exit 3')]],
      haltReason: '1 of 1 server failed (web-1)',
    }
    await open({ ...failed, canRollBack: 1 })
    await screen.findByRole('button', { name: 'Roll back the servers already done' })
    expect(screen.queryByText(/halted/)).toBeNull()
  })

  it('says after the end what became of every server, also which could not go back', async () => {
    const reason =
      'web-2: not healthy; not touched: web-3; no server went back; could not go back: web-1: nothing was live'
    await open({ ...rollout, reason })
    expect((await screen.findByRole('alert')).textContent).toContain(reason)
  })
})
