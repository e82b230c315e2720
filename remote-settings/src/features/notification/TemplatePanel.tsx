import { NOTICE_USES, type NotificationTemplate, TEMPLATE_TYPES } from '@windlass/shared-kit/contract/notification'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { LoadState, useUrlState } from '@windlass/shared-kit/ui'
import { Segmented } from 'antd'
import { useState } from 'react'
import type { Draft } from './draft.ts'
import { TemplateEditor } from './TemplateEditor.tsx'
import { useTemplates } from './useNotifications.ts'

/** The texts of notices: choose what they are about and where they go, write beside what it looks like. */
export function TemplatePanel() {
  const { t } = useTranslation('settings')
  const templates = useTemplates()
  const url = useUrlState({ use: 'deploy', channel: '1' })
  // By template, so that a look at another one costs nothing that was typed.
  const [drafts, setDrafts] = useState<Readonly<Record<number, Draft>>>({})
  const rows = templates.list.data ?? []
  const chosen = rows.find(({ useBy, type }) => useBy === url.values.use && String(type) === url.values.channel)

  const forget = (id: number) =>
    setDrafts((all) => Object.fromEntries(Object.entries(all).filter(([key]) => id !== 0 && Number(key) !== id)))
  const isWritten = (wanted: (row: NotificationTemplate) => boolean) =>
    rows.some((row) => wanted(row) && drafts[row.id] !== undefined)
  const label = (text: string, isChanged: boolean) => (isChanged ? `${text} •` : text)

  return (
    <LoadState of={templates.list} permission={t('permission.ShowNotificationPage')}>
      <div className="nt-choice">
        <Segmented
          aria-label={t('notification.useBy')}
          value={url.values.use}
          options={NOTICE_USES.map((value) => ({
            value,
            label: label(
              t(`notification.use.${value}`),
              isWritten(({ useBy }) => useBy === value),
            ),
          }))}
          onChange={(use) => url.change({ use })}
        />
        <Segmented
          aria-label={t('notification.channelLabel')}
          value={url.values.channel}
          options={TEMPLATE_TYPES.map((value) => ({
            value: String(value),
            label: label(
              t(`notification.channel.${value}`),
              isWritten(({ useBy, type }) => useBy === url.values.use && type === value),
            ),
          }))}
          onChange={(channel) => url.change({ channel })}
        />
      </div>
      {chosen && (
        <TemplateEditor
          key={chosen.id}
          saved={chosen}
          draft={drafts[chosen.id]}
          templates={templates}
          onDraft={(draft) => setDrafts((all) => ({ ...all, [chosen.id]: draft }))}
          onForget={forget}
        />
      )}
    </LoadState>
  )
}
