import { dismissToast, type Toast, toastsAtom } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useAtomValue } from '@windlass/shared-kit/session'

const SHAPE = { error: '✕', info: 'i', success: '✓', warning: '!' } as const

/** Draws the short messages; errors interrupt a screen reader, the rest waits. */
export function Toasts() {
  const toasts = useAtomValue(toastsAtom)
  const isError = (toast: Toast) => toast.kind === 'error'
  return (
    <div className="toasts">
      <div role="alert">
        {toasts.filter(isError).map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </div>
      <output>
        {toasts
          .filter((toast) => !isError(toast))
          .map((toast) => (
            <ToastCard key={toast.id} toast={toast} />
          ))}
      </output>
    </div>
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const { t } = useTranslation('host')
  return (
    <div className={`toast toast-${toast.kind}`}>
      <b aria-hidden="true">{SHAPE[toast.kind]}</b>
      <span>
        {toast.text}
        {toast.requestId && <small>{t('requestId', { id: toast.requestId })}</small>}
      </span>
      <button type="button" aria-label={t('close')} onClick={() => dismissToast(toast.id)}>
        ×
      </button>
    </div>
  )
}
