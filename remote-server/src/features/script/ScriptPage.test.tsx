import { screen, waitFor, within } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract/codes'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { ServerOptionList } from '@windlass/shared-kit/contract/server'
import { type ScriptRun, ScriptRunGet, ScriptRunOutput } from '@windlass/shared-kit/contract/serverScript'
import { type Template, TemplateOptionList } from '@windlass/shared-kit/contract/template'
import { answer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
import remote from '../../remote.ts'
import ScriptPage from './ScriptPage.tsx'

const template: Template = {
  ...{ id: 5, type: 1, name: 'restart', content: 'systemctl restart "$SERVICE"', description: 'Starts it again' },
  parameters: [{ name: 'SERVICE', type: 'text', isRequired: true, label: 'Service' }],
  version: 1,
}
const server = { serverId: 1, serverName: 'web-1', signal: '', reason: '', startTime: '2026-11-21 10:00:00' }
const run: ScriptRun = {
  ...{ id: 9, kind: 'script', title: 'restart', firstLine: 'x', userId: 1, userName: 'Ada' },
  ...{ startTime: '2026-11-21 10:00:00', endTime: '2026-11-21 10:00:05', states: { failed: 1 } },
  ...{ script: 'exit 3', templateId: 0, values: [], concurrency: 20, seconds: 600 },
  servers: [{ ...server, state: 'failed', exitCode: 3, endTime: '2026-11-21 10:00:05' }],
}
const kept = (head: string) => ({ head, cut: 0, tail: '' })
const usual = [
  answer(ServerOptionList, { list: [] }),
  answer(TemplateOptionList, { list: [template] }),
  answer(ScriptRunGet, run),
  answer(ScriptRunOutput, { stdout: kept('said it'), stderr: kept('') }),
]
const open = (path: string, answers: typeof usual = []) =>
  renderPage(<ScriptPage />, {
    ...{ remote, path, permissions: Object.values(Permission) },
    // The last answer for an endpoint counts.
    answers: [...usual, ...answers],
  })

describe('the script page', () => {
  it('runs nothing without a script and servers', async () => {
    await open('/server/script')
    expect(await screen.findByRole('button', { name: 'Run' })).toHaveProperty('disabled', true)
  })

  it('shows a run with its exit code, and offers it again where it failed', async () => {
    await open('/server/script?run=9')
    expect(await screen.findByText(/failed · exit code 3/)).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Run again on 1 that did not succeed' })).toBeTruthy()
  })

  it('says why a server was not reached, and shows no output that there cannot be', async () => {
    const lost = { ...server, state: 'unreachable' as const, exitCode: 0, endTime: '2026-11-21 10:00:05' }
    const nothing = answer(ScriptRunOutput, { stdout: kept(''), stderr: kept('') })
    const servers = [{ ...lost, reason: 'connection refused' }]
    await open('/server/script?run=9', [answer(ScriptRunGet, { ...run, servers }), nothing])
    expect(await screen.findByText('connection refused')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('It said nothing.')).toBeNull())
    expect(screen.queryByText('Nothing said yet.')).toBeNull()
  })

  it('marks as optional only what may be left out', async () => {
    const page = await open('/server/script')
    const editor = await screen.findByRole('textbox', { name: 'Script' })
    expect(editor).toBeTruthy()
    await page.actor.click(await screen.findByRole('combobox', { name: 'Saved script' }))
    await page.actor.click(await screen.findByText('Starts it again'))
    await page.actor.click(screen.getByRole('button', { name: 'Save as template' }))
    const form = within(await screen.findByRole('dialog'))
    await page.actor.click(form.getByRole('button', { name: /Add a parameter/ }))
    expect(form.getByText('Kind').textContent).toBe('Kind')
    expect(form.getByText('Label').textContent).toContain('optional')
  })

  it('asks for what a template needs, once it is chosen', async () => {
    const page = await open('/server/script?servers=1')
    await page.actor.click(await screen.findByRole('combobox', { name: 'Saved script' }))
    await page.actor.click(await screen.findByText('Starts it again'))
    expect(await screen.findByLabelText(/^Service/)).toBeTruthy()
    await page.actor.click(screen.getByRole('button', { name: 'Run on 1 server' }))
    expect(await screen.findByText('Fill this in')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('says why a run cannot be shown', async () => {
    await open('/server/script?run=9', [refuse(ScriptRunGet, Code.Failed, 'this run is not there any more')])
    expect(await screen.findByText(/not there any more/)).toBeTruthy()
  })
})
