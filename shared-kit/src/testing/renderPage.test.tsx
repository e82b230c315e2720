import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { useParams, useSearchParams } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { Code } from '../contract/codes.ts'
import { Permission } from '../contract/permission.ts'
import { RoleAdd, RoleList } from '../contract/role.ts'
import { call } from '../http/call.ts'
import { useTranslation } from '../i18n/index.ts'
import { Can } from '../permission/Can.tsx'
import { useUser } from '../session/session.ts'
import { answer, refuse, renderPage } from './index.tsx'

const remote = {
  id: 'example',
  locales: {
    en: async () => ({ default: { greeting: 'Hello {{name}}' } }),
    'zh-cn': async () => ({ default: { greeting: '你好 {{name}}' } }),
  },
}
const role = {
  id: 7,
  name: 'operator',
  description: '',
  insertTime: '',
  updateTime: '',
  userCount: 0,
  permissionCount: 0,
}

function Page() {
  const { t } = useTranslation('example')
  const { name } = useUser()
  const { id } = useParams()
  const [query, setQuery] = useSearchParams()
  const roles = useQuery({ queryKey: ['roles'], queryFn: () => call(RoleList) })
  return (
    <>
      <h1>{t('greeting', { name })}</h1>
      <p>
        id {id} q {query.get('q')}
      </p>
      <ul>
        {roles.data?.list.map((row) => (
          <li key={row.id}>{row.name}</li>
        ))}
      </ul>
      {roles.error && <p role="alert">{roles.error.message}</p>}
      <button type="button" onClick={() => setQuery({ q: 'changed' })}>
        search
      </button>
      <Can any={[Permission.AddRole]}>
        <button type="button" onClick={() => void call(RoleAdd, { name: 'new' })}>
          add
        </button>
      </Can>
    </>
  )
}

describe('renderPage', () => {
  it('draws the page for the user, with texts, address and answers', async () => {
    const page = await renderPage(<Page />, {
      remote,
      path: '/role/7?q=x',
      route: '/role/:id',
      user: { name: 'Grace' },
      answers: [answer(RoleList, { list: [role] })],
    })
    expect(await screen.findByText('operator')).toBeTruthy()
    expect(screen.getByRole('heading').textContent).toBe('Hello Grace')
    expect(screen.getByText('id 7 q x')).toBeTruthy()
    await page.actor.click(screen.getByText('search'))
    expect(page.path()).toBe('/role/7?q=changed')
  })

  it('records what was sent, and hides what the user may not do', async () => {
    const allowed = await renderPage(<Page />, {
      permissions: [Permission.AddRole],
      answers: [answer(RoleList, { list: [] }), answer(RoleAdd, ({ name }) => ({ id: name.length }))],
    })
    await allowed.actor.click(screen.getByText('add'))
    expect(allowed.inputsOf(RoleAdd)).toEqual([{ name: 'new' }])
    expect(allowed.calls.at(-1)?.headers.get('X-User-Id')).toBe('1')
    allowed.unmount()
    await renderPage(<Page />, { answers: [answer(RoleList, { list: [] })] })
    expect(screen.queryByText('add')).toBeNull()
  })

  it('shows refusals to the page and to the host, in the chosen language', async () => {
    const page = await renderPage(<Page />, {
      remote,
      language: 'zh-cn',
      answers: [refuse(RoleList, Code.Denied, 'not yours')],
    })
    expect((await screen.findByRole('alert')).textContent).toBe('not yours')
    expect(page.toasts()).toEqual(['not yours'])
    expect(screen.getByRole('heading').textContent).toBe('你好 Ada')
  })
})
