import type { ReleaseVersion, RemoteOverview } from '@windlass/shared-kit/contract/release'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { FormDrawer, TimeText } from '@windlass/shared-kit/ui'
import { Form, Radio } from 'antd'
import type { ReleaseActions } from './useReleases.ts'

/** No version is called so: there is nothing to go back to. */
const NOWHERE = '-'
/** Stands for "take back the canary only", which names no version. */
const CANARY = ''

interface Values {
  target: string
}

interface Props {
  open: boolean
  row: RemoteOverview
  /** What was stable before, newest first. */
  older: readonly ReleaseVersion[]
  /** Chosen beforehand; "" for the usual step back. */
  version: string
  onSubmit: ReleaseActions['rollback']
  onClose: () => void
}

/** Goes back: from a canary, or from what everybody has. */
export function RollbackForm({ open, row, older, version, onSubmit, onClose }: Props) {
  const { t } = useTranslation('settings')
  const usual = row.canary ? CANARY : (older[0]?.version ?? NOWHERE)
  const handleSubmit = async ({ target }: Values) => {
    const now = await onSubmit(target === CANARY ? undefined : target)
    toast.success(t('release.rollback.done', { remote: row.remote, version: now.version }))
  }
  return (
    <FormDrawer<Values>
      title={t('release.rollback.title', { remote: row.remote })}
      open={open}
      isDisabled={usual === NOWHERE}
      initialValues={{ target: version || usual }}
      submitText={t('release.rollback.open')}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      {usual === NOWHERE && <p>{t('release.rollback.none')}</p>}
      <Form.Item name="target" hidden={usual === NOWHERE} label={t('release.rollback.target')}>
        <Radio.Group className="rl-choices">
          {row.canary && (
            <Radio value={CANARY}>
              <b>{t('release.rollback.canaryOnly', { version: row.canary.version })}</b>
              <small>{t('release.rollback.canaryOnlyHint', { stable: row.stable })}</small>
            </Radio>
          )}
          {older.map((one) => (
            <Radio key={one.version} value={one.version}>
              <b>{one.version}</b>
              <small>
                {one.source === 'built-in' ? (
                  t('release.withConsole')
                ) : (
                  <>
                    {t('release.publishedBy', { name: one.publishedBy, team: one.team })}{' '}
                    <TimeText value={one.publishTime} />
                  </>
                )}
              </small>
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      <Consequence row={row} />
    </FormDrawer>
  )
}

function Consequence({ row }: Pick<Props, 'row'>) {
  const { t } = useTranslation('settings')
  const form = Form.useFormInstance<Values>()
  const target = Form.useWatch('target', form)
  if (target === undefined || target === NOWHERE) return null
  return (
    <div className="rl-estimate" aria-live="polite">
      <p>
        {target === CANARY
          ? t('release.rollback.canaryWords', { stable: row.stable })
          : t('release.promoteWords.who', { count: row.users, remote: row.remote, version: target })}
      </p>
      {row.canary && target !== CANARY && <p>{t('release.rollback.endsCanary', { version: row.canary.version })}</p>}
      <p>{t('release.offeredReload')}</p>
      {row.isPinned && <p>{t('release.rollback.staysPinned')}</p>}
    </div>
  )
}
