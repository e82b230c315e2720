import { formatBytes, formatNumber, useTranslation } from '@windlass/shared-kit/i18n'
import { parseSystem } from './serverSystem.ts'

/** What tells systems apart: without what all of them say, and without the name of the release beside its number. */
const shortName = (name: string) => name.replace(' GNU/Linux', '').replace(/\s*\([^)]*\)$/, '')

/** System, cores and memory of a machine, as it told when it was added. */
export function SystemText({ osInfo }: { osInfo: string }) {
  const { t } = useTranslation('server')
  const system = parseSystem(osInfo)
  if (!system) return <span className="wl-faint">{t('server.osUnknown')}</span>
  const parts = [shortName(system.name), system.cores > 0 ? t('server.cores', { count: system.cores }) : '']
  const text = parts.filter((part) => part !== '').join(' · ')
  const all = [system.name, ...parts.slice(1)].join(' · ')
  return (
    <span title={all}>
      {text}
      {system.memoryBytes > 0 && (
        <>
          {' · '}
          <span title={t('server.bytes', { number: formatNumber(system.memoryBytes) })}>
            {formatBytes(system.memoryBytes)}
          </span>
        </>
      )}
    </span>
  )
}
