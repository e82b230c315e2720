import { act, cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { announceSocketMessage, socketStateAtom, useSocketMessage, useSocketReopened } from './socket.ts'
import { SessionProvider, store } from './store.ts'

afterEach(cleanup)

function Listener({ onMessage, onReopened }: { onMessage: (message: unknown) => void; onReopened: () => void }) {
  useSocketMessage(1, onMessage)
  useSocketReopened(onReopened)
  return null
}

function mount() {
  store.set(socketStateAtom, 'closed')
  const onMessage = vi.fn()
  const onReopened = vi.fn()
  const view = render(
    <SessionProvider>
      <Listener onMessage={onMessage} onReopened={onReopened} />
    </SessionProvider>,
  )
  return { onMessage, onReopened, view }
}

describe('websocket messages', () => {
  it('reach those who listen for their type, every one of them', () => {
    const { onMessage, view } = mount()
    announceSocketMessage({ type: 1, message: 'a' })
    announceSocketMessage({ type: 1, message: 'b' })
    announceSocketMessage({ type: 3, message: 'other' })
    expect(onMessage.mock.calls).toEqual([['a'], ['b']])
    view.unmount()
    announceSocketMessage({ type: 1, message: 'late' })
    expect(onMessage).toHaveBeenCalledTimes(2)
  })

  it('tell a page to look again after a drop, but not at the first opening', () => {
    const { onReopened } = mount()
    act(() => store.set(socketStateAtom, 'open'))
    expect(onReopened).not.toHaveBeenCalled()
    act(() => store.set(socketStateAtom, 'closed'))
    act(() => store.set(socketStateAtom, 'open'))
    expect(onReopened).toHaveBeenCalledOnce()
  })
})
