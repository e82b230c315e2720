import { beforeEach, describe, expect, it } from 'vitest'
import { claimWorkspace, readWorkspace, storeWorkspace } from './storedWorkspace.ts'
import { type Change, changeWorkspace, EMPTY_WORKSPACE } from './workspace.ts'

const web = { serverId: 3, serverName: 'web-1' }
const after = (...changes: Change[]) => changes.reduce(changeWorkspace, EMPTY_WORKSPACE)
const KEY = 'windlass-terminal.1.1'

describe('what is open', () => {
  it('goes to the new pane, and back to what is left when it closes', () => {
    const two = after(
      { do: 'open', pane: 'a', source: web },
      { do: 'open', pane: 'b', source: web },
      { do: 'split', pane: 'b', added: 'c', direction: 'row' },
    )
    expect([two.activeTab, two.tabs.map(({ active }) => active)]).toEqual(['b', ['a', 'c']])
    const one = changeWorkspace(changeWorkspace(two, { do: 'close', pane: 'c' }), { do: 'close', pane: 'b' })
    expect([one.activeTab, Object.keys(one.panes)]).toEqual(['a', ['a']])
    expect(changeWorkspace(one, { do: 'close', pane: 'a' })).toEqual({ ...EMPTY_WORKSPACE, activeTab: undefined })
  })

  it('opens a shell of its own in a split, on the same server', () => {
    const { panes } = after(
      { do: 'open', pane: 'a', source: { ...web, session: 's' } },
      { do: 'split', pane: 'a', added: 'b', direction: 'column' },
    )
    expect(panes['b']).toEqual(web)
  })

  it('forgets what happens to panes that are gone', () => {
    const before = after({ do: 'open', pane: 'a', source: web })
    expect(changeWorkspace(before, { do: 'attached', pane: 'x', source: web })).toBe(before)
    expect(changeWorkspace(before, { do: 'focus', pane: 'x' })).toBe(before)
    expect(changeWorkspace(before, { do: 'split', pane: 'x', added: 'y', direction: 'row' })).toBe(before)
  })
})

describe('what is kept over a reload', () => {
  beforeEach(() => sessionStorage.clear())
  const open = after(
    { do: 'open', pane: 'a', source: { ...web, session: 's1', ticket: 'secret' } },
    { do: 'split', pane: 'a', added: 'b', direction: 'row' },
    { do: 'attached', pane: 'b', source: { ...web, session: 's2' } },
  )

  it('comes back as it was, without the ticket', () => {
    storeWorkspace(KEY, open)
    expect(sessionStorage.getItem(KEY)).not.toContain('secret')
    expect(readWorkspace(KEY)).toEqual({
      ...open,
      panes: { a: { ...web, session: 's1' }, b: { ...web, session: 's2' } },
    })
  })

  it('is left alone by a copy of the page, which would take its sessions away', () => {
    storeWorkspace(KEY, open)
    // What a copy of the window starts with.
    sessionStorage.setItem(`${KEY}.live`, '1')
    expect(readWorkspace(KEY)).toEqual(EMPTY_WORKSPACE)
  })

  it('is taken over by the page that follows in the same window, and free once it is left', () => {
    storeWorkspace(KEY, open)
    const release = claimWorkspace(KEY)
    expect(readWorkspace(KEY).tabs).toHaveLength(1)
    const releaseNext = claimWorkspace(KEY)
    release()
    expect(sessionStorage.getItem(`${KEY}.live`)).toBe('1')
    dispatchEvent(new Event('pagehide'))
    expect(sessionStorage.getItem(`${KEY}.live`)).toBeNull()
    releaseNext()
    expect(readWorkspace(KEY).tabs).toHaveLength(1)
  })

  it('is nothing for a pane that never had a session', () => {
    storeWorkspace(KEY, after({ do: 'open', pane: 'a', source: web }))
    expect(readWorkspace(KEY)).toEqual(EMPTY_WORKSPACE)
  })

  it.each([
    '',
    '7',
    'null',
    '[]',
    '{',
    '{"tabs":[{}],"panes":{}}',
    '{"tabs":[{"id":"a","tree":{"pane":"z"}}],"panes":{}}',
  ])('is nothing for %j', (text) => {
    sessionStorage.setItem(KEY, text)
    expect(readWorkspace(KEY)).toEqual(EMPTY_WORKSPACE)
  })
})
