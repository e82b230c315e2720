import { CodeEditor } from '@windlass/shared-kit/editor'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Skeleton } from 'antd'
import { Suspense } from 'react'
import { editedText, shownText } from './editedText.ts'
import type { CrontabDraft } from './useCrontabDraft.ts'

interface Props {
  draft: CrontabDraft
  isReadOnly: boolean
  onSave: () => void
}

/** The crontab as its text; the warnings above it name the lines that cron does not understand. */
export function CrontabTextView({ draft, isReadOnly, onSave }: Props) {
  const { t } = useTranslation('server')
  return (
    <div className="crontab-text">
      <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 12 }} />}>
        <CodeEditor
          label={t('crontab.text')}
          language="shell"
          value={shownText(draft.raw)}
          isReadOnly={isReadOnly}
          onChange={(text) => draft.change(editedText(draft.raw, text))}
          onSave={onSave}
        />
      </Suspense>
    </div>
  )
}
