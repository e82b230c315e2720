import type { CronKind } from '@windlass/shared-kit/contract/crontab'
import { readCrontab } from '@windlass/shared-kit/contract/crontabText'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { plainEnds } from './crontabEdit.ts'
import type { CrontabDraft } from './useCrontabDraft.ts'
import { useLineProblems } from './useLineProblems.ts'

interface Props {
  draft: CrontabDraft
  kind: CronKind | undefined
  canSave: boolean
}

/** What is odd about a crontab, and how to mend it. */
export function CrontabWarnings({ draft, kind, canSave }: Props) {
  const { t } = useTranslation('server')
  const problems = useLineProblems(draft.raw)
  const lines = readCrontab(draft.raw)
  const mend = (raw: string) =>
    canSave && (
      <Button size="small" onClick={() => draft.change(raw)}>
        {t('crontab.mend')}
      </Button>
    )
  const zoned = lines.some((line) => line.kind === 'variable' && line.name === 'CRON_TZ')
  return (
    <>
      {lines.some(({ end }) => end === '\r\n') && (
        <Note title={t('crontab.returns')} action={mend(plainEnds(draft.raw))} />
      )}
      {draft.raw !== '' && !draft.raw.endsWith('\n') && (
        <Note title={t('crontab.noEnd')} action={mend(`${draft.raw}\n`)} />
      )}
      {zoned && kind !== undefined && kind !== 'cronie' && <Note title={t('crontab.zoneIgnored')} />}
      {problems.length > 0 && (
        <Note
          title={t('crontab.problems', { count: problems.length })}
          description={problems.map(({ line, text }) => (
            <div key={line}>
              {t('crontab.line', { line })} <code>{lines[line - 1]?.text}</code> {text}
            </div>
          ))}
        />
      )}
    </>
  )
}

function Note({ title, description, action }: { title: string; description?: ReactNode; action?: ReactNode }) {
  return <Alert type="warning" showIcon title={title} description={description} action={action} />
}
