import { act, screen, waitFor } from '@testing-library/react'
import { Form, Input } from 'antd'
import { describe, expect, it, vi } from 'vitest'
import { Code } from '../contract/codes.ts'
import { ApiError } from '../http/callError.ts'
import { PageActiveContext } from '../remote/usePageActive.ts'
import { renderPage } from '../testing/index.tsx'
import { FormDrawer } from './FormDrawer.tsx'

interface Values {
  name: string
}

type Submit = (values: Values) => Promise<unknown>
const close = () => vi.fn<() => void>()
const drawer = (onSubmit: Submit, onClose: () => void, isActive = true) => (
  <PageActiveContext value={isActive}>
    <FormDrawer<Values> title="Add fruit" open initialValues={{ name: '' }} onSubmit={onSubmit} onClose={onClose}>
      <Form.Item name="name" label="Name" rules={[{ required: true, message: 'Name it' }]}>
        <Input />
      </Form.Item>
    </FormDrawer>
  </PageActiveContext>
)
const name = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })

describe('a form in a drawer', () => {
  it('cannot be sent twice while it is being saved', async () => {
    const saving = Promise.withResolvers<void>()
    const submit = vi.fn<Submit>(() => saving.promise)
    const onClose = close()
    const page = await renderPage(drawer(submit, onClose))
    await page.actor.type(await name(), 'apple{Enter}{Enter}')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /Save/ }).disabled).toBe(true)
    await page.actor.keyboard('{Escape}')
    expect(onClose).not.toHaveBeenCalled()
    await act(async () => saving.resolve())
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(submit).toHaveBeenCalledOnce()
  })

  it('keeps everything and says why when saving fails', async () => {
    const onClose = close()
    const fail = () => Promise.reject(new ApiError(Code.Failed, 'the name is taken', 'req-3'))
    const page = await renderPage(drawer(fail, onClose))
    await page.actor.type(await name(), 'apple{Enter}')
    const problem = await screen.findByRole('alert')
    expect(problem.textContent).toContain('the name is taken')
    expect(problem.textContent).toContain('req-3')
    expect((await name()).value).toBe('apple')
    expect(onClose).not.toHaveBeenCalled()
  })

  it('takes a complaint back as soon as it is met', async () => {
    const page = await renderPage(
      drawer(
        vi.fn<Submit>(() => Promise.resolve()),
        close(),
      ),
    )
    await page.actor.type(await name(), '{Enter}')
    expect(await screen.findByText('Name it')).toBeTruthy()
    await page.actor.type(await name(), 'a')
    await waitFor(() => expect(screen.queryByText('Name it')).toBeNull())
  })

  it('closes by Escape when nothing was typed', async () => {
    const onClose = close()
    const page = await renderPage(drawer(async () => undefined, onClose))
    await page.actor.click(await name())
    await page.actor.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('asks before it throws away what was typed', async () => {
    const onClose = close()
    const page = await renderPage(drawer(async () => undefined, onClose))
    await page.actor.type(await name(), 'apple')
    await page.actor.click(screen.getByRole('button', { name: 'Cancel' }))
    await page.actor.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(onClose).not.toHaveBeenCalled()
    expect((await name()).value).toBe('apple')
  })

  it('stays below the page in front, and keeps what was typed meanwhile', async () => {
    const page = await renderPage(drawer(async () => undefined, close(), false))
    expect(screen.queryByRole('dialog')).toBeNull()
    page.unmount()
  })
})
