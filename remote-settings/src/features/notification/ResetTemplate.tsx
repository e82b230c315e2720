import {
  NOTICE_LANGUAGES,
  type NoticeLanguage,
  type NotificationTemplate,
} from '@windlass/shared-kit/contract/notification'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { ConfirmDanger } from '@windlass/shared-kit/ui'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'

interface Props {
  template: NotificationTemplate
  /** 0 means all templates. */
  onReset: (id: number, language: NoticeLanguage) => Promise<void>
}

/** Brings the first text back, of this template or of all, in one of the languages. */
export function ResetTemplate({ template, onReset }: Props) {
  const { t } = useTranslation('settings')
  const [asked, setAsked] = useState<{ id: number; language: NoticeLanguage }>()
  const scope = asked?.id === 0 ? 'all' : 'one'
  const items = [template.id, 0].flatMap((id) => [
    ...(id === 0 ? [{ type: 'divider' as const }] : []),
    ...NOTICE_LANGUAGES.map((language) => ({
      key: `${id} ${language}`,
      label: t(`notification.reset.${id === 0 ? 'all' : 'one'}`, { language: t(`notification.language.${language}`) }),
      onClick: () => setAsked({ id, language }),
    })),
  ])
  return (
    <>
      <Dropdown menu={{ items }} trigger={['click']}>
        <Button>{t('notification.reset.open')}</Button>
      </Dropdown>
      <ConfirmDanger
        open={asked !== undefined}
        title={t(`notification.reset.${scope}Title`)}
        explanation={t(`notification.reset.${scope}Explanation`)}
        verb={t('notification.reset.verb')}
        onConfirm={async () => {
          if (!asked) return
          await onReset(asked.id, asked.language)
          toast.success(t('notification.reset.done'))
        }}
        onClose={() => setAsked(undefined)}
      />
    </>
  )
}
