import { Permission } from '@windlass/shared-kit/contract/permission'
import { defineRemote } from '@windlass/shared-kit/remote'

export default defineRemote({
  id: 'settings',
  locales: { en: () => import('./locales/en.json'), 'zh-cn': () => import('./locales/zh-cn.json') },
  groups: [{ path: '/setting', title: 'setting', icon: 'setting', order: 50 }],
  routes: [
    {
      path: '/setting/namespace',
      title: 'namespaceSetting',
      icon: 'namespace',
      access: [Permission.ShowNamespacePage],
      page: () => import('./features/namespace/NamespacePage.tsx'),
    },
    {
      path: '/setting/role',
      title: 'roleSetting',
      icon: 'role',
      access: [Permission.ShowRolePage],
      page: () => import('./features/role/RolePage.tsx'),
    },
    {
      path: '/setting/member',
      title: 'memberSetting',
      icon: 'member',
      access: [Permission.ShowMemberPage],
      page: () => import('./features/member/MemberPage.tsx'),
    },
    {
      path: '/setting/notification',
      title: 'notificationSetting',
      icon: 'notification',
      access: [Permission.ShowNotificationPage],
      page: () => import('./features/notification/NotificationPage.tsx'),
    },
    {
      path: '/setting/release',
      title: 'releaseSetting',
      icon: 'release',
      access: [Permission.ShowReleasePage],
      page: () => import('./features/release/ReleasePage.tsx'),
    },
    {
      path: '/setting/release/:remote',
      title: 'releaseDetail',
      icon: 'release',
      access: [Permission.ShowReleasePage],
      hidden: true,
      activeMenu: '/setting/release',
      page: () => import('./features/release/RemotePage.tsx'),
    },
    {
      path: '/user/profile',
      title: 'userProfile',
      icon: 'profile',
      hidden: true,
      page: () => import('./features/profile/ProfilePage.tsx'),
    },
  ],
})
