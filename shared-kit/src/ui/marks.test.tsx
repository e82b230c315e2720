import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderPage } from '../testing/index.tsx'
import { CopyButton } from './CopyButton.tsx'
import { MonoText } from './MonoText.tsx'
import { StateMark } from './StateMark.tsx'
import { TimeText } from './TimeText.tsx'

describe('a time', () => {
  afterEach(() => void vi.useRealTimers())

  it('is relative, exact on hover, and grows older by itself', async () => {
    const minutesAgo = new Date(Date.now() - 120_000)
    await renderPage(<TimeText value={minutesAgo} />)
    const text = screen.getByText('2 min. ago')
    expect(text.title).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \w+/)
    expect(text.getAttribute('datetime')).toBe(minutesAgo.toISOString())
  })

  it('follows the clock', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await renderPage(<TimeText value={new Date(Date.now() - 60_000)} />)
    expect(screen.getByText('1 min. ago')).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(61_000))
    expect(screen.getByText('2 min. ago')).toBeTruthy()
  })

  it('says so when there is none', async () => {
    await renderPage(<TimeText value="" unset="still open" />)
    expect(screen.getByText('still open')).toBeTruthy()
  })
})

describe('a state', () => {
  it('is a shape and words, not colour alone', async () => {
    await renderPage(
      <>
        <StateMark state="failed" />
        <StateMark state="waiting" isBare>
          In the queue
        </StateMark>
      </>,
    )
    expect(screen.getByText('Failed').parentElement?.querySelector('svg path')).toBeTruthy()
    expect(screen.getByText('In the queue').className).toBe('wl-hidden')
    expect(screen.getByTitle('In the queue')).toBeTruthy()
  })

  it('has a shape of its own for each', async () => {
    const states = ['success', 'failed', 'running', 'waiting', 'disabled'] as const
    await renderPage(states.map((state) => <StateMark key={state} state={state} />))
    const shapes = [...document.querySelectorAll('path')].map((path) => path.getAttribute('d'))
    expect(new Set(shapes).size).toBe(states.length)
  })
})

describe('copying', () => {
  it('puts exactly the text on the clipboard and says so', async () => {
    const page = await renderPage(<MonoText canCopy>a1b2c3</MonoText>)
    await page.actor.click(screen.getByRole('button', { name: 'Copy' }))
    expect(await navigator.clipboard.readText()).toBe('a1b2c3')
    expect(page.toasts()).toEqual(['Copied'])
  })

  it('falls back to marking a hidden text where the clipboard is refused', async () => {
    const page = await renderPage(<CopyButton text="key" label="Copy the key" />)
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'))
    let marked = ''
    document.execCommand = () => {
      marked = document.querySelector('textarea')?.value ?? ''
      return true
    }
    await page.actor.click(screen.getByRole('button', { name: 'Copy the key' }))
    await waitFor(() => expect(page.toasts()).toEqual(['Copied']))
    expect(marked).toBe('key')
    expect(document.querySelector('textarea')).toBeNull()
  })

  it('tells when neither way works', async () => {
    const page = await renderPage(<CopyButton text="key" />)
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'))
    document.execCommand = () => false
    await page.actor.click(screen.getByRole('button', { name: 'Copy' }))
    await waitFor(() => expect(page.toasts()[0]).toContain('did not work'))
  })
})
