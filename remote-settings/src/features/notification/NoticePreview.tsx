import type { NotificationTemplate } from '@windlass/shared-kit/contract/notification'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { LoadState } from '@windlass/shared-kit/ui'
import { Alert, Segmented } from 'antd'
import { useState } from 'react'
import { ChannelLook } from './ChannelLook.tsx'
import type { Draft } from './draft.ts'
import { usePreview } from './useNotifications.ts'
import { useSettled } from './useSettled.ts'

const PAUSE_MS = 300

/** What a text looks like where it arrives, with sample data, good news or bad. */
export function NoticePreview({ template, text }: { template: NotificationTemplate; text: Draft }) {
  const { t } = useTranslation('settings')
  const [isGood, setGood] = useState(false)
  const source = useSettled(JSON.stringify(text), PAUSE_MS)
  // It was made of a draft just now.
  const settled = JSON.parse(source) as Draft
  const { useBy, type, language } = template
  const preview = usePreview({ useBy, type, language, isGood, ...settled })
  const { title = '', text: said = '', problem = '', html } = preview.data ?? {}
  return (
    <section className="nt-preview" aria-label={t('notification.preview')}>
      <header>
        <h2>{t('notification.preview')}</h2>
        <Segmented
          size="small"
          aria-label={t('notification.news')}
          value={isGood ? 'good' : 'bad'}
          options={(['bad', 'good'] as const).map((value) => ({ value, label: t(`notification.${value}.${useBy}`) }))}
          onChange={(value) => setGood(value === 'good')}
        />
      </header>
      <LoadState of={preview}>
        {problem !== '' && (
          <Alert type="error" showIcon title={t('notification.problem')} description={problem} role="alert" />
        )}
        <ChannelLook type={type} title={title} text={said} html={html} />
        <p className="wl-faint">{t(`notification.limit.${type}`)}</p>
      </LoadState>
    </section>
  )
}
