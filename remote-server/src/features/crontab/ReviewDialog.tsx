import { Code } from '@windlass/shared-kit/contract'
import type { CrontabConflict, CrontabRefusal } from '@windlass/shared-kit/contract/crontab'
import { DiffView } from '@windlass/shared-kit/editor'
import { toast } from '@windlass/shared-kit/feedback'
import { ApiError } from '@windlass/shared-kit/http'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { usePageActive } from '@windlass/shared-kit/remote'
import { useErrorText, useIsMobile } from '@windlass/shared-kit/ui'
import { Alert, Button, Input, Modal, Skeleton } from 'antd'
import { Suspense, useState } from 'react'
import { useCrontabChanges, type Whose } from './useCrontab.ts'
import type { CrontabDraft } from './useCrontabDraft.ts'

interface Props {
  whose: Whose
  account: string
  serverName: string
  draft: CrontabDraft
  onRead: () => void
  onClose: () => void
}

interface Trouble {
  error: Error
  conflict?: CrontabConflict['conflict']
  refusal?: CrontabRefusal['refusal']
}

/** What the refusal holds, as the contract says it. */
function troubleOf(error: unknown): Trouble {
  const told = error instanceof Error ? error : new Error(String(error))
  if (!(error instanceof ApiError) || error.code !== Code.Failed) return { error: told }
  const data = (error.data ?? {}) as Partial<CrontabConflict & CrontabRefusal>
  return {
    error: told,
    ...(data.conflict && { conflict: data.conflict }),
    ...(data.refusal && { refusal: data.refusal }),
  }
}

/** Saves the draft; what stands in the way is kept to be shown. */
function useSave({ whose, account, serverName, draft, onClose }: Props) {
  const { t } = useTranslation('server')
  const { save } = useCrontabChanges(whose)
  const [isSaving, setSaving] = useState(false)
  const [trouble, setTrouble] = useState<Trouble>()
  const theirs = trouble?.conflict ?? draft.base
  const submit = async (note: string) => {
    setSaving(true)
    try {
      await save({ raw: draft.raw, hash: theirs.hash, note })
      draft.discard()
      toast.success(t('crontab.saved', { user: account, server: serverName }))
      onClose()
    } catch (error) {
      setTrouble(troubleOf(error))
    } finally {
      setSaving(false)
    }
  }
  return { submit, isSaving, trouble, theirs }
}

/** What is going to change, before it does; and what stands in the way. */
export function ReviewDialog(props: Props) {
  const { account, serverName, draft, onRead, onClose } = props
  const { t } = useTranslation('server')
  const isMobile = useIsMobile()
  const isActive = usePageActive()
  const [note, setNote] = useState('')
  const { submit, isSaving, trouble, theirs } = useSave(props)
  const isConflict = trouble?.conflict !== undefined
  const takeTheirs = () => {
    draft.discard()
    onRead()
    onClose()
  }
  return (
    <Modal
      title={t(isConflict ? 'crontab.conflictTitle' : 'crontab.reviewTitle', { user: account, server: serverName })}
      open={isActive}
      width={isMobile ? '100%' : '80%'}
      onCancel={onClose}
      footer={
        <div className="wl-dialog-footer">
          <Button onClick={onClose}>{t('crontab.back')}</Button>
          {isConflict && <Button onClick={takeTheirs}>{t('crontab.takeTheirs')}</Button>}
          <Button type="primary" danger={isConflict} loading={isSaving} onClick={() => void submit(note)}>
            {t(isConflict ? 'crontab.replaceTheirs' : 'crontab.install')}
          </Button>
        </div>
      }
    >
      <div className="text-page crontab-review">
        {trouble && !isConflict && <InTheWay trouble={trouble} />}
        <p>{t(isConflict ? 'crontab.conflictNote' : 'crontab.reviewNote')}</p>
        <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 8 }} />}>
          <DiffView
            key={theirs.hash}
            here={theirs.raw}
            there={draft.raw}
            hereName={t('crontab.onServer')}
            thereName={t('crontab.mine')}
            isSideBySide={!isMobile}
          />
        </Suspense>
        <Input
          aria-label={t('crontab.note')}
          placeholder={t('crontab.notePlaceholder')}
          maxLength={200}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </div>
    </Modal>
  )
}

function InTheWay({ trouble: { error, refusal } }: { trouble: Trouble }) {
  const { t } = useTranslation('server')
  const errorText = useErrorText()
  if (!refusal) return <Alert type="error" showIcon title={t('crontab.notSaved')} description={errorText(error).text} />
  return (
    <Alert
      type="error"
      showIcon
      title={t('crontab.refused')}
      description={
        <>
          <pre>{refusal.output}</pre>
          {t('crontab.refusedHint')}
        </>
      }
    />
  )
}
