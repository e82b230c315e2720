import { formatBytes, useTranslation } from '@windlass/shared-kit/i18n'
import type { OpenJson } from './useJsonDocument.ts'

/** What is open, in one line: its name and size if it is long, and how many lines show. */
export function AboutText({ open: { long, opening, view } }: { open: OpenJson }) {
  const { t } = useTranslation('toolbox')
  const parts = [
    long?.name,
    long && formatBytes(long.source.size),
    opening.outcome === 'opened' && t('json.lines', { count: view.lines }),
  ]
  return parts.filter(Boolean).join(' · ')
}
