import { fireEvent, screen } from '@testing-library/react'
import { setZones } from '@windlass/shared-kit/i18n'
import { renderPage } from '@windlass/shared-kit/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { RangeSelect } from './RangeSelect.tsx'

afterEach(() => setZones({ own: '', wire: '' }))

describe('a range of one’s own', () => {
  it('is typed by the clocks of whoever looks, and named as the moments that are meant', async () => {
    const onRange = vi.fn()
    const { actor } = await renderPage(
      <RangeSelect label="Times" range={undefined} onPreset={() => undefined} onRange={onRange} />,
    )
    setZones({ own: 'Asia/Kathmandu', wire: '' })
    await actor.click(screen.getByRole('button', { name: 'Choose…' }))
    expect(await screen.findByText('By the clocks of Asia/Kathmandu')).toBeTruthy()
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-22T05:45' } })
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-22T06:45' } })
    await actor.click(screen.getByRole('button', { name: 'Show' }))
    const midnight = Date.parse('2026-11-22T00:00:00Z')
    await expect.poll(() => onRange.mock.calls).toContainEqual([midnight, midnight + 3_600_000])
  })
})
