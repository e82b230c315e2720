import { fireEvent, screen } from '@testing-library/react'
import { setZones } from '@windlass/shared-kit/i18n'
import { renderPage } from '@windlass/shared-kit/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ZoneSelect } from './ZoneSelect.tsx'

afterEach(() => setZones({ own: '', wire: '' }))

describe('the field of a time zone', () => {
  it('shows the clock of what is chosen, begins with the reader’s own zone, and finds others by their difference', async () => {
    const onChange = vi.fn()
    const { actor } = await renderPage(<ZoneSelect value="America/Caracas" onChange={onChange} />)
    setZones({ own: 'Asia/Kathmandu', wire: '' })
    expect(screen.getByText('America/Caracas')).toBeTruthy()
    expect(screen.getByText('UTC-04:00')).toBeTruthy()
    const field = screen.getByRole('combobox')
    await actor.click(field)
    const [first] = await screen.findAllByText(/yours/)
    expect(first?.closest('.wl-zone-line')?.textContent).toBe('Asia/Kathmandu yoursUTC+05:45')
    fireEvent.change(field, { target: { value: '+8:45' } })
    await actor.click(await screen.findByText('Australia/Eucla', { selector: '.wl-zone-name' }))
    expect(onChange.mock.calls[0]?.[0]).toBe('Australia/Eucla')
  })

  it('keeps a zone that this browser does not know', async () => {
    await renderPage(<ZoneSelect value="Mars/Olympus" />)
    expect(screen.getByText('Mars/Olympus')).toBeTruthy()
  })
})
