import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { saveFile } from './index.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('lets go of the bytes only when the browser has had a minute to read them', async () => {
  const revoke = vi.spyOn(URL, 'revokeObjectURL')
  const clicked: HTMLAnchorElement[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(this)
  })
  saveFile('a name.txt', new Blob(['text']))
  const [link] = clicked
  expect(link?.download).toBe('a name.txt')
  await vi.advanceTimersByTimeAsync(59_000)
  expect(revoke).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(revoke.mock.calls).toEqual([[link?.href]])
})
