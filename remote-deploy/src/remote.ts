import { Permission } from '@windlass/shared-kit/contract/permission'
import { defineRemote } from '@windlass/shared-kit/remote'

export default defineRemote({
  id: 'deploy',
  locales: { en: () => import('./locales/en.json'), 'zh-cn': () => import('./locales/zh-cn.json') },
  groups: [
    { path: '/deploy', title: 'deploy', icon: 'deploy', order: 10 },
    { path: '/project', title: 'project', icon: 'project', order: 20 },
  ],
  routes: [
    {
      path: '/deploy/index',
      title: 'deploy',
      icon: 'deploy',
      access: [Permission.ShowDeployPage],
      pinned: true,
      page: () => import('./features/deploy/DeployPage.tsx'),
    },
    {
      path: '/deploy/detail/:projectId',
      title: 'deployDetail',
      icon: 'deploy',
      access: [Permission.DeployDetail],
      hidden: true,
      activeMenu: '/deploy/index',
      page: () => import('./features/detail/DetailPage.tsx'),
    },
    {
      path: '/deploy/review/:projectId',
      title: 'deployReview',
      icon: 'deploy',
      access: [Permission.DeployReview],
      hidden: true,
      activeMenu: '/deploy/index',
      page: () => import('./features/review/ReviewPage.tsx'),
    },
    {
      path: '/deploy/freeze',
      title: 'freeze',
      icon: 'deploy',
      access: [Permission.ManageFreezeWindow],
      page: () => import('./features/freeze/FreezePage.tsx'),
    },
    {
      path: '/project/index',
      title: 'project',
      icon: 'project',
      access: [Permission.ShowProjectPage],
      page: () => import('./features/project/ProjectPage.tsx'),
    },
  ],
})
