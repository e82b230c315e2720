import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Permission } from '../contract/permission.ts'
import { forgetSession, setSession } from '../session/session.ts'
import { SessionProvider } from '../session/store.ts'
import { Can, can } from './index.ts'

const signIn = (permissionIds: number[], superManager: 0 | 1 = 0) =>
  setSession({ userInfo: { id: 1, account: 'a', name: 'A', superManager }, namespace: { id: 1, permissionIds } })

beforeEach(forgetSession)
afterEach(cleanup)

describe('can', () => {
  it('refuses everything until the server said who is signed in', () => {
    expect(can([Permission.AddRole])).toBe(false)
  })

  it('needs only one of the permissions', () => {
    signIn([Permission.AddRole])
    expect(can([Permission.EditRole, Permission.AddRole])).toBe(true)
    expect(can([Permission.EditRole])).toBe(false)
  })

  it('refuses an empty list, also to a super manager', () => {
    signIn([Permission.AddRole], 1)
    expect(can([])).toBe(false)
  })

  it('gives a super manager what the server sent, and nothing by the flag alone', () => {
    signIn([], 1)
    expect(can([Permission.AddRole])).toBe(false)
  })
})

describe('Can', () => {
  it('follows a change of the permissions', () => {
    render(
      <SessionProvider>
        <Can any={[Permission.AddRole]} fallback="refused">
          allowed
        </Can>
        <Can any={[]}>never</Can>
      </SessionProvider>,
    )
    expect(screen.queryByText('refused')).toBeTruthy()
    act(() => signIn([Permission.AddRole]))
    expect(screen.queryByText('allowed')).toBeTruthy()
    expect(screen.queryByText('never')).toBeNull()
  })
})
