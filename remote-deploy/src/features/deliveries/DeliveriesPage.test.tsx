import { screen, waitFor, within } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract'
import { DeployList } from '@windlass/shared-kit/contract/deploy'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { BLANK_PROJECT, ProjectSetAutoDeploy } from '@windlass/shared-kit/contract/project'
import {
  type WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryList,
  WebhookReplay,
  WebhookSecret,
  WebhookSetSecret,
} from '@windlass/shared-kit/contract/webhook'
import { answer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
import remote from '../../remote.ts'
import DeliveriesPage from './DeliveriesPage.tsx'

const delivery = (more: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  ...{ id: 3, time: '2026-11-20 10:00:00', provider: 'gitlab', event: 'Push Hook', ref: 'refs/heads/main' },
  ...{ commit: 'abcdef1234567890', pusher: 'Grace', remoteAddress: '192.0.2.7', signature: 'valid' },
  ...{ outcome: 'ignored', code: 1, answer: 'Project is disabled', token: '', replayOf: 0, replayedBy: '' },
  ...more,
})
const page = (...list: WebhookDelivery[]) =>
  answer(WebhookDeliveryList, { list, pagination: { page: 1, rows: 20, total: list.length } })
const url = 'https://gitlab.example/team/shop.git'
const project = {
  ...{ ...BLANK_PROJECT, id: 7, name: 'shop', branch: 'main', url },
  ...{ queuePosition: 0, stage: '' as const, serverCount: 0, lock: null, freeze: null, waitingReviews: 0, failure: '' },
}
const projects = answer(DeployList, { list: [project] })
const detail = { ...delivery(), headers: { 'x-gitlab-event': 'Push Hook' }, body: '{"ref":1}', bodySize: 9 }
const settings = answer(WebhookSecret, { address: '/deploy/webhook?project_id=7', secret: 's3cret' })

const open = (answers: Parameters<typeof renderPage>[1]) =>
  renderPage(<DeliveriesPage />, {
    remote,
    path: '/deploy/deliveries/7',
    route: '/deploy/deliveries/:projectId',
    permissions: Object.values(Permission),
    ...answers,
  })

/** The dialog that a text stands in. */
const dialogOf = (element: HTMLElement): HTMLElement =>
  element.closest<HTMLElement>('[role="dialog"]') ?? expect.fail('this is in no dialog')

describe('what code hosts told about a project', () => {
  it('is listed with what became of it, narrowed by outcome', async () => {
    const view = await open({ answers: [projects, page(delivery(), delivery({ id: 4, outcome: 'refused' }))] })
    // Once in the filter, once in the list.
    expect(await screen.findAllByText('Project is disabled')).toHaveLength(2)
    expect(screen.getAllByText('Nothing to do')).toHaveLength(2)
    expect(screen.getAllByText('Refused')).toHaveLength(2)
    await view.actor.click(screen.getByRole('button', { name: 'Refused' }))
    await waitFor(() => expect(view.inputsOf(WebhookDeliveryList).at(-1)).toMatchObject({ outcome: 'refused' }))
    expect(view.path()).toContain('outcome=refused')
  })

  it('is played again from its details', async () => {
    const replayed = { id: 5, outcome: 'started' as const, answer: 'receive push signal', token: 't' }
    const view = await open({
      path: '/deploy/deliveries/7?delivery=3',
      answers: [
        ...[projects, page(delivery()), answer(WebhookDeliveryDetail, { ...detail, canReplay: true })],
        answer(WebhookReplay, replayed),
      ],
    })
    expect(await screen.findByText('{"ref":1}')).toBeTruthy()
    await view.actor.click(screen.getByRole('button', { name: 'Play again' }))
    await waitFor(() => expect(view.inputsOf(WebhookReplay)).toEqual([{ projectId: 7, id: 3 }]))
    expect(view.path()).toContain('delivery=5')
  })

  it('begins with a switch, an address and a secret to enter at the host of the repository', async () => {
    const view = await open({
      path: '/deploy/deliveries/7?setup=1',
      answers: [
        ...[projects, page(), settings, answer(ProjectSetAutoDeploy, null)],
        answer(WebhookSetSecret, { address: '/deploy/webhook?project_id=7', secret: 'another' }),
      ],
    })
    expect(await screen.findByText(/\/deploy\/webhook\?project_id=7$/)).toBeTruthy()
    const link = screen.getByRole('link', { name: /gitlab.example/ })
    expect(link.getAttribute('href')).toBe('https://gitlab.example/team/shop/-/hooks')
    await view.actor.click(screen.getByRole('switch'))
    await waitFor(() => expect(view.inputsOf(ProjectSetAutoDeploy)).toEqual([{ id: 7, autoDeploy: 1 }]))
    await view.actor.click(screen.getByRole('button', { name: 'Make a new one' }))
    const question = dialogOf(await screen.findByText('Make a new secret for “shop”?'))
    await view.actor.click(within(question).getByRole('button', { name: 'Make a new one' }))
    await waitFor(() => expect(view.inputsOf(WebhookSetSecret)).toEqual([{ projectId: 7, action: 'generate' }]))
    await waitFor(() => expect(screen.getByLabelText('Secret')).toHaveProperty('value', 'another'))
  })

  it('says how to begin, and when the reader has no access', async () => {
    await open({ answers: [projects, page()] })
    expect(await screen.findByText('Nothing has come yet')).toBeTruthy()
    const refused = refuse(WebhookDeliveryList, Code.Denied, 'no permission')
    await open({ answers: [projects, refused], permissions: [Permission.ShowDeployPage] })
    expect((await screen.findByRole('alert')).textContent).toContain('Set up webhooks')
  })
})
