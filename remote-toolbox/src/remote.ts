import { defineRemote } from '@windlass/shared-kit/remote'

export default defineRemote({
  id: 'toolbox',
  locales: { en: () => import('./locales/en.json'), 'zh-cn': () => import('./locales/zh-cn.json') },
  routes: [],
  dialogs: [
    {
      id: 'toolbox',
      title: 'toolbox',
      icon: 'toolbox',
      items: [
        { id: 'time', title: 'time' },
        { id: 'json', title: 'json' },
        { id: 'password', title: 'password' },
        { id: 'unicode', title: 'unicode' },
        { id: 'decodeURI', title: 'decodeURI' },
        { id: 'md5', title: 'md5' },
        { id: 'cron', title: 'cron' },
        { id: 'qrcode', title: 'qrcode' },
        { id: 'byte', title: 'byte' },
        { id: 'color', title: 'color' },
      ],
      dialog: () => import('./ToolboxDialog.tsx'),
    },
  ],
})
