import { Permission } from '@windlass/shared-kit/contract/permission'
import { defineRemote } from '@windlass/shared-kit/remote'

export default defineRemote({
  id: 'logs',
  locales: { en: () => import('./locales/en.json'), 'zh-cn': () => import('./locales/zh-cn.json') },
  groups: [{ path: '/log', title: 'log', icon: 'log', order: 60 }],
  routes: [
    {
      path: '/log/loginLog',
      title: 'loginLog',
      icon: 'log',
      access: [Permission.ShowLoginLogPage],
      page: () => import('./features/login-log/LoginLogPage.tsx'),
    },
    {
      path: '/log/operationLog',
      title: 'operationLog',
      icon: 'log',
      access: [Permission.ShowOperationLogPage],
      page: () => import('./features/operation-log/OperationLogPage.tsx'),
    },
    {
      path: '/log/publishLog',
      title: 'publishLog',
      icon: 'log',
      access: [Permission.ShowPublishLogPage],
      page: () => import('./features/publish-log/PublishLogPage.tsx'),
    },
    {
      path: '/log/sftpLog',
      title: 'sftpLog',
      icon: 'log',
      access: [Permission.ShowSFTPLogPage],
      page: () => import('./features/sftp-log/SftpLogPage.tsx'),
    },
    {
      path: '/log/terminalLog',
      title: 'terminalLog',
      icon: 'log',
      access: [Permission.ShowTerminalLogPage],
      page: () => import('./features/terminal-log/TerminalLogPage.tsx'),
    },
    {
      path: '/log/terminalRecord/:recordId',
      title: 'terminalRecord',
      access: [Permission.ShowTerminalRecord],
      hidden: true,
      activeMenu: '/log/terminalLog',
      page: () => import('./features/terminal-log/TerminalRecordPage.tsx'),
    },
  ],
})
