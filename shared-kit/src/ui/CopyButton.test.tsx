import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderPage } from '../testing/renderPage.tsx'
import { ConfirmInPlace } from './ConfirmInPlace.tsx'
import { CopyButton } from './CopyButton.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  Reflect.deleteProperty(document, 'execCommand')
})
const inPlace = (
  <ConfirmInPlace>
    <CopyButton text="abc" label="Copy the key" />
  </ConfirmInPlace>
)
const refuseTheClipboard = () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'))
  // The test's document cannot copy at all.
  Object.assign(document, { execCommand: () => false })
}
const click = async ({ actor }: Awaited<ReturnType<typeof renderPage>>) =>
  actor.click(screen.getByRole('button', { name: 'Copy the key' }))

describe('a copy button', () => {
  it('copies, and says so over the page', async () => {
    const page = await renderPage(<CopyButton text="abc" label="Copy the key" />)
    await click(page)
    expect(await navigator.clipboard.readText()).toBe('abc')
    expect(page.toasts()).toEqual(['Copied'])
  })

  it('says it beside itself where no messages are shown', async () => {
    const page = await renderPage(inPlace)
    await click(page)
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Copied'))
    expect(page.toasts()).toEqual([])
  })

  it('says there too that it did not work', async () => {
    const page = await renderPage(inPlace)
    refuseTheClipboard()
    await click(page)
    await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/copying did not work/i))
    expect(page.toasts()).toEqual([])
  })

  it('asks for what is long only when somebody wants it, and says nothing when there is none', async () => {
    const make = vi.fn<() => Promise<string | undefined>>().mockResolvedValueOnce(undefined).mockResolvedValue('long')
    const page = await renderPage(<CopyButton text={make} label="Copy the key" />)
    expect(make).not.toHaveBeenCalled()
    await click(page)
    expect(page.toasts()).toEqual([])
    await click(page)
    expect(await navigator.clipboard.readText()).toBe('long')
    expect(page.toasts()).toEqual(['Copied'])
  })

  it('can wait for something to copy', async () => {
    await renderPage(<CopyButton isDisabled text="" label="Copy the key" />)
    expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(true)
  })
})
