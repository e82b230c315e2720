import { Permission } from '@windlass/shared-kit/contract/permission'
import { defineRemote } from '@windlass/shared-kit/remote'

export default defineRemote({
  id: 'server',
  locales: { en: () => import('./locales/en.json'), 'zh-cn': () => import('./locales/zh-cn.json') },
  groups: [{ path: '/server', title: 'server', icon: 'server', order: 40 }],
  routes: [
    {
      path: '/server/index',
      title: 'serverSetting',
      icon: 'server',
      access: [Permission.ShowServerPage],
      page: () => import('./features/server/ServerPage.tsx'),
    },
  ],
})
