import type { NotificationTemplate } from '@windlass/shared-kit/contract/notification'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useCan } from '@windlass/shared-kit/permission'
import { Button } from 'antd'
import { useState } from 'react'
import type { Draft } from './draft.ts'
import { NoticePreview } from './NoticePreview.tsx'
import { ResetTemplate } from './ResetTemplate.tsx'
import { TemplateFields } from './TemplateFields.tsx'
import { TestNotice } from './TestNotice.tsx'
import type { useTemplates } from './useNotifications.ts'

interface Props {
  saved: NotificationTemplate
  /** Absent while nothing was written. */
  draft: Draft | undefined
  templates: ReturnType<typeof useTemplates>
  onDraft: (draft: Draft) => void
  /** Throws what was written away; 0 means all drafts. */
  onForget: (id: number) => void
}

/** One text: its source, what it looks like, and what can be done with it. */
export function TemplateEditor({ saved, draft, templates, onDraft, onForget }: Props) {
  const { t } = useTranslation('settings')
  const mayEdit = useCan([Permission.EditNotification])
  const [isTesting, setTesting] = useState(false)
  const text = draft ?? { title: saved.title, template: saved.template }
  const isChanged = text.title !== saved.title || text.template !== saved.template
  const isBlank = text.title.trim() === '' || text.template.trim() === ''

  const onSuccess = () => {
    onForget(saved.id)
    toast.success(t('notification.saved'))
  }
  return (
    <div className="nt-editor">
      <form
        className="nt-source"
        onSubmit={(event) => {
          event.preventDefault()
          templates.edit({ id: saved.id, ...text }, { onSuccess })
        }}
      >
        <TemplateFields useBy={saved.useBy} text={text} isReadOnly={!mayEdit} onChange={onDraft}>
          {mayEdit && (
            <div className="nt-actions">
              <Button type="primary" htmlType="submit" disabled={!isChanged || isBlank} loading={templates.isSaving}>
                {t('notification.save')}
              </Button>
              {isChanged && <Button onClick={() => onForget(saved.id)}>{t('notification.discard')}</Button>}
              <Button onClick={() => setTesting(true)}>{t('notification.test.open')}</Button>
              <ResetTemplate
                template={saved}
                onReset={async (id, language) => {
                  await templates.reset({ id, language })
                  onForget(id)
                }}
              />
            </div>
          )}
        </TemplateFields>
      </form>
      <NoticePreview template={saved} text={text} />
      <TestNotice open={isTesting} template={saved} text={text} onClose={() => setTesting(false)} />
    </div>
  )
}
