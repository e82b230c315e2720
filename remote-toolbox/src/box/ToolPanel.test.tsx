import { screen, waitFor } from '@testing-library/react'
import { renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
import remote from '../remote.ts'
import ToolboxDialog from '../ToolboxDialog.tsx'

describe('a tool that a dialog opens with', () => {
  it.each([
    ['unicode', 'Escaped text'],
    ['password', 'Length'],
  ])('has the focus where typing begins: %s in %s', async (tool, label) => {
    await renderPage(<ToolboxDialog item={tool} open onClose={() => undefined} />, { remote, path: '/deploy/index' })
    const field = await screen.findByLabelText(label)
    await waitFor(() => expect(document.activeElement).toBe(field))
  })
})
