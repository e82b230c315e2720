import { screen } from '@testing-library/react'
import { NotificationTest } from '@windlass/shared-kit/contract/notification'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { answer, renderPage } from '@windlass/shared-kit/testing'
import { Form, Input } from 'antd'
import { describe, expect, it } from 'vitest'
import remote from '../remote.ts'
import { NoticeTest } from './NoticeTest.tsx'

const open = (notifyTarget: string, said: { isSent: boolean; answer: string }) =>
  renderPage(
    <Form initialValues={{ notifyType: 1, notifyTarget }}>
      <Form.Item name="notifyType" hidden>
        <Input />
      </Form.Item>
      <Form.Item name="notifyTarget" rules={[{ required: true, message: 'say where' }]}>
        <Input />
      </Form.Item>
      <NoticeTest useBy="deploy" />
    </Form>,
    {
      remote,
      path: '/project/index',
      permissions: Object.values(Permission),
      answers: [answer(NotificationTest, said)],
    },
  )
const button = () => screen.findByRole('button', { name: 'Send a test notice' })

describe('the test of a notice', () => {
  it('goes where the form says, saved or not, and tells what came back', async () => {
    const page = await open(' https://hook.example ', { isSent: false, answer: 'HTTP 404: no such robot' })
    await page.actor.click(await button())
    expect((await screen.findByRole('alert')).textContent).toBe('The receiver did not take itHTTP 404: no such robot')
    expect(page.inputsOf(NotificationTest)).toEqual([{ useBy: 'deploy', type: 1, target: 'https://hook.example' }])
  })

  it('is not sent while it is not said where to', async () => {
    const page = await open('', { isSent: true, answer: 'HTTP 200' })
    await page.actor.click(await button())
    expect(await screen.findByText('say where')).toBeTruthy()
    expect(page.inputsOf(NotificationTest)).toEqual([])
  })
})
