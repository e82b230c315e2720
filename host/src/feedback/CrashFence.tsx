import { i18n } from '@windlass/shared-kit/i18n'
import { Component, type ReactNode } from 'react'

/** The last fence: says that the console itself failed, where otherwise the window would be empty. */
export class CrashFence extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    const t = (key: string) => i18n.t(`crash.${key}`, { ns: 'host' })
    return (
      <main className="crash" role="alert">
        <h1>{t('title')}</h1>
        <p>{t('explanation')}</p>
        <code>{error instanceof Error ? error.message : String(error)}</code>
        <button type="button" className="button-primary" onClick={() => location.reload()}>
          {t('reload')}
        </button>
      </main>
    )
  }
}
