import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Code } from '../contract/codes.ts'
import { Permission } from '../contract/permission.ts'
import { ApiError, TransportError } from '../http/callError.ts'
import type { LanguageCode } from '../i18n/i18n.ts'
import { renderPage } from '../testing/index.tsx'
import type { Loadable } from './Loadable.ts'
import { LoadState } from './LoadState.tsx'

const waiting: Loadable = { data: undefined, error: null, isFetching: true, refetch: async () => undefined }
const draw = (of: Loadable, permission?: string, language: LanguageCode = 'en') =>
  renderPage(
    <LoadState of={of} permission={permission}>
      content
    </LoadState>,
    { language },
  )

describe('the state of what is loaded', () => {
  it('is busy until there is content', async () => {
    await draw(waiting)
    expect(screen.getByRole('status').getAttribute('aria-busy')).toBe('true')
    await draw({ ...waiting, data: [] })
    expect(screen.getByText('content')).toBeTruthy()
  })

  it('names the missing permission, and who can help', async () => {
    await draw({ ...waiting, error: new ApiError(Code.Denied, 'no permission', '') }, 'See servers')
    const text = screen.getByRole('alert').textContent
    expect(text).toContain('Missing permission: See servers')
    expect(text).toContain('super manager')
  })

  it.each([
    [
      'en',
      { missing: [Permission.DeployProject, Permission.DeployRollback], grantors: ['Ann', 'Bob'] },
      ['Deploy or Roll back', 'Ann or Bob can grant it'],
    ],
    ['zh-cn', { missing: [Permission.DeployProject], grantors: ['安', '鲍勃'] }, ['缺少权限：发布项目', '安或鲍勃']],
    ['en', { missing: [Permission.DeployProject], grantors: [] }, ['Deploy', 'Ask somebody who may change roles']],
  ] as const)('says in %s which permission is missing and who can grant it', async (language, data, words) => {
    const error = new ApiError(Code.Denied, 'no permission: DeployProject is missing', '', data)
    await draw({ ...waiting, error }, 'another name', language)
    const problem = screen.getByRole('alert')
    for (const word of words) await waitFor(() => expect(problem.textContent).toContain(word))
    expect(problem.textContent).not.toContain('another name')
  })

  it('says what the server said when no permission is named', async () => {
    await draw({ ...waiting, error: new ApiError(Code.Denied, 'not in this namespace', '') })
    expect(screen.getByRole('alert').textContent).toContain('not in this namespace')
  })

  it('says in the language of the reader that nothing answered, with the number of the request', async () => {
    await draw({ ...waiting, error: new TransportError('timeout', 'No answer within 5000 ms', 'req-9') })
    const text = screen.getByRole('alert').textContent
    expect(text).toContain('The server did not answer in time.')
    expect(text).toContain('req-9')
  })

  it('loads again on demand', async () => {
    const refetch = vi.fn<() => Promise<void>>(async () => undefined)
    const page = await draw({ ...waiting, isFetching: false, refetch, error: new ApiError(Code.Failed, 'broken', '') })
    await page.actor.click(screen.getByRole('button', { name: 'Retry' }))
    expect(refetch).toHaveBeenCalledOnce()
  })
})
