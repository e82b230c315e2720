import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Code } from '../contract/codes.ts'
import { ApiError, TransportError } from '../http/callError.ts'
import { renderPage } from '../testing/index.tsx'
import type { Loadable } from './Loadable.ts'
import { LoadState } from './LoadState.tsx'

const waiting: Loadable = { data: undefined, error: null, isFetching: true, refetch: async () => undefined }
const draw = (of: Loadable, permission?: string) =>
  renderPage(
    <LoadState of={of} permission={permission}>
      content
    </LoadState>,
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
