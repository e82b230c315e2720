import { ApiKeyAdd } from '@windlass/shared-kit/contract/apiKey'
import { InvitationAdd } from '@windlass/shared-kit/contract/invitation'
import { NamespaceAdd, NamespaceEdit } from '@windlass/shared-kit/contract/namespace'
import { NotificationTemplateEdit, NotificationTemplateList } from '@windlass/shared-kit/contract/notification'
import { RoleAdd } from '@windlass/shared-kit/contract/role'
import { UserAdd, UserEdit } from '@windlass/shared-kit/contract/user'
import { ADMIN_ID, asLogged, forEach, type Ground, PERSON, type Shown } from './hostileGround.ts'
import { HOME, hostileTexts } from './hostileTexts.ts'

/** Namespaces, roles, people, and what they own. */
export async function addPeople({ api, url }: Ground): Promise<Shown[]> {
  const short = hostileTexts(20)
  await forEach(short, (name) => api.call(NamespaceAdd, { name }))
  const roles = await forEach(short, (name) => api.call(RoleAdd, { name, description: name }))
  const people = hostileTexts(30)
  await forEach(people, (name, index) =>
    api.call(UserAdd, { account: `user-${index}`, name, password: 'Windlass@first' }),
  )
  const keys = hostileTexts(50)
  await forEach(keys, (name) => api.call(ApiKeyAdd, { name }))
  await forEach(hostileTexts(100), (note) =>
    api.call(InvitationAdd, { note, grants: [{ namespaceId: 1, roleId: roles[0]?.id ?? 0 }] }),
  )
  const templates = (await api.call(NotificationTemplateList)).list
  const titles = hostileTexts(255).filter((title) => !title.includes('{{'))
  await forEach(titles.slice(0, templates.length), (title, index) =>
    api.call(NotificationTemplateEdit, { id: templates[index]?.id ?? 0, title, template: title }),
  )
  const accounts = hostileTexts(25)
  for (const account of accounts) {
    const body = JSON.stringify({ account, password: 'wrong' })
    await fetch(`${url}/user/login`, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'user-agent': '<img src=x onerror=window.__hit=1>',
        referer: '=1+1',
      },
    })
  }
  await api.call(UserEdit, { id: ADMIN_ID, name: PERSON, superManager: 1 })
  await api.call(NamespaceEdit, { id: 1, name: HOME })
  return [
    { path: '/setting/namespace', texts: short },
    { path: '/setting/role', texts: short },
    { path: '/setting/member', texts: people.map((name) => name.trim()) },
    { path: '/setting/notification', texts: [] },
    { path: '/user/profile', texts: [PERSON, ...keys] },
    { path: '/log/loginLog?rows=100', texts: accounts.map(asLogged) },
    { path: '/log/operationLog?rows=100', texts: [PERSON] },
  ]
}
