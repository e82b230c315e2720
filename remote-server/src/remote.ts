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
    {
      path: '/server/terminal',
      title: 'serverTerminal',
      icon: 'terminal',
      access: [Permission.ShowTerminalPage],
      page: () => import('./features/terminal/TerminalPage.tsx'),
    },
    {
      path: '/server/sftp',
      title: 'serverSFTP',
      icon: 'sftp',
      access: [Permission.ShowSftpFilePage],
      page: () => import('./features/sftp/SftpPage.tsx'),
    },
    {
      path: '/server/script',
      title: 'serverScript',
      icon: 'script',
      access: [Permission.ShowServerScriptPage],
      page: () => import('./features/script/ScriptPage.tsx'),
    },
    {
      path: '/server/process',
      title: 'serverProcess',
      icon: 'process',
      access: [Permission.ShowServerProcessPage],
      page: () => import('./features/process/ProcessPage.tsx'),
    },
    {
      path: '/server/cron',
      title: 'serverCron',
      icon: 'cron',
      access: [Permission.ShowCronPage],
      page: () => import('./features/cron/CronPage.tsx'),
    },
    {
      path: '/server/crontab',
      title: 'serverCrontab',
      icon: 'document',
      access: [Permission.ShowCronPage],
      page: () => import('./features/crontab/CrontabPage.tsx'),
    },
    {
      path: '/server/nginx',
      title: 'serverNginx',
      icon: 'nginx',
      access: [Permission.ShowServerNginxPage],
      page: () => import('./features/nginx/NginxPage.tsx'),
    },
    {
      path: '/server/agent',
      title: 'serverAgent',
      access: [Permission.ShowServerMonitorPage],
      hidden: true,
      activeMenu: '/server/index',
      page: () => import('./features/agent/AgentPage.tsx'),
    },
  ],
})
