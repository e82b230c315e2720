import { Permission } from '@windlass/shared-kit/contract/permission'
import { defineRemote } from '@windlass/shared-kit/remote'

export default defineRemote({
  id: 'deploy',
  locales: { en: () => import('./locales/en.json'), 'zh-cn': () => import('./locales/zh-cn.json') },
  groups: [
    { path: '/deploy', title: 'deploy', icon: 'deploy', order: 10 },
    { path: '/project', title: 'project', icon: 'project', order: 20 },
    { path: '/monitor', title: 'monitor', icon: 'monitor', order: 30 },
  ],
  routes: [
    { path: '/deploy/index', title: 'deploy', icon: 'deploy', access: [Permission.ShowDeployPage], pinned: true, page: () => import('./features/deploy/DeployPage.tsx') },
    { path: '/project/index', title: 'project', icon: 'project', access: [Permission.ShowProjectPage], page: () => import('./features/project/ProjectPage.tsx') },
    { path: '/monitor/index', title: 'monitor', icon: 'monitor', access: [Permission.ShowMonitorPage], page: () => import('./features/monitor/MonitorPage.tsx') },
  ],
})
