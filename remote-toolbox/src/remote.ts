import { defineRemote } from '@windlass/shared-kit/remote'
import { TOOL_IDS } from './tools/toolIds.ts'

export default defineRemote({
  id: 'toolbox',
  locales: { en: () => import('./locales/en.json'), 'zh-cn': () => import('./locales/zh-cn.json') },
  routes: [],
  dialogs: [
    {
      id: 'toolbox',
      title: 'toolbox',
      icon: 'toolbox',
      parameter: 'tool',
      items: TOOL_IDS.map((id) => ({ id, title: id })),
      dialog: () => import('./ToolboxDialog.tsx'),
    },
  ],
})
