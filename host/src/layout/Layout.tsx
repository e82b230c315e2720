import { WindlassMark, antdTheme } from '@windlass/shared-kit/ui'
import { Menu, Dropdown, Button, ConfigProvider, App, Form, Input } from 'antd'
import { createQueryClient } from '@windlass/shared-kit/query'
import { QueryClientProvider } from '@tanstack/react-query'
const q = createQueryClient()
export default function Layout() {
  return (
    <QueryClientProvider client={q}>
      <ConfigProvider theme={antdTheme('light')}>
        <App>
          <div>
            <WindlassMark />
            <Menu />
            <Form>
              <Form.Item>
                <Input />
              </Form.Item>
            </Form>
            <Button />
            <Dropdown>
              <b />
            </Dropdown>
          </div>
        </App>
      </ConfigProvider>
    </QueryClientProvider>
  )
}
