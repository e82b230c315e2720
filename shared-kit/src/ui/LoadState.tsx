import { Button, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { Code } from '../contract/codes.ts'
import { ApiError } from '../http/callError.ts'
import { refusalOf, useRefusalText } from '../permission/refusal.ts'
import { CopyButton } from './CopyButton.tsx'
import type { Loadable } from './Loadable.ts'
import { useErrorText } from './useErrorText.ts'
import { useUiText } from './useUiText.ts'

interface Props {
  of: Loadable
  /** Shown meanwhile; grey lines when absent. Give it the size of what comes. */
  loading?: ReactNode
  /** Name of the permission that the content needs, for a reader whose refusal does not name it. */
  permission?: string
  children: ReactNode
}

/** Shows the content once there is some; before that, why not yet or why not at all. */
export function LoadState({ of, loading, permission, children }: Props) {
  const { t } = useUiText()
  // A failed refresh keeps what was there; the toast tells about it.
  if (of.data !== undefined) return children
  if (of.error) return <LoadFailure of={of} error={of.error} permission={permission} />
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output element may not hold tables
    <div aria-busy="true" aria-label={t('loading')} role="status">
      {loading ?? <Skeleton active title={false} paragraph={{ rows: 5 }} />}
    </div>
  )
}

function LoadFailure({ of, error, permission }: { of: Loadable; error: Error; permission?: string }) {
  const { t } = useUiText()
  const { text, requestId } = useErrorText()(error)
  const isRefused = error instanceof ApiError && error.code === Code.Denied
  const kind = isRefused ? 'refused' : 'failed'
  const refusal = useRefusalText(refusalOf(error))
  const named = isRefused && permission ? t('refused.permission', { name: permission }) : text
  return (
    <div className={`wl-problem wl-problem-${kind}`} role="alert">
      <h2>{t(`${kind}.title`)}</h2>
      <p>{refusal?.missing ?? named}</p>
      <p className="wl-faint">{refusal?.help ?? t(`${kind}.explanation`)}</p>
      {requestId && (
        <p className="wl-problem-id">
          {t('requestId')} <code>{requestId}</code>
          <CopyButton text={requestId} />
        </p>
      )}
      <Button loading={of.isFetching} onClick={() => void of.refetch()}>
        {t('retry')}
      </Button>
    </div>
  )
}
