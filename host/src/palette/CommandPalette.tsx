import './palette.css'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useSetAtom } from '@windlass/shared-kit/session'
import { Command } from 'cmdk'
import { overlayAtom } from '../layout/useShortcuts.ts'
import { type PaletteEntry, usePaletteEntries } from './usePaletteEntries.tsx'

const GROUPS = ['pages', 'projects', 'servers', 'tools', 'namespaces', 'actions'] as const

/** Everything that can be reached, by typing a part of its name. */
export default function CommandPalette() {
  const { t } = useTranslation('host')
  const setOverlay = useSetAtom(overlayAtom)
  const entries = usePaletteEntries()
  const run = async (entry: PaletteEntry) => {
    setOverlay(null)
    try {
      await entry.run()
    } catch {
      // The entry's own error was shown where it happened; this says which wish it was.
      toast.error(t('palette.failed', { name: entry.label }))
    }
  }
  return (
    <Command.Dialog
      open
      onOpenChange={(isOpen) => !isOpen && setOverlay(null)}
      label={t('palette.name')}
      className="palette"
      overlayClassName="palette-overlay"
      contentClassName="palette-content"
    >
      <Command.Input placeholder={t('palette.placeholder')} />
      <Command.List>
        <Command.Empty>{t('palette.empty')}</Command.Empty>
        {GROUPS.map((group) => {
          const members = entries.filter((entry) => entry.group === group)
          if (members.length === 0) return null
          return (
            <Command.Group key={group} heading={t(`palette.groups.${group}`)}>
              {members.map((entry) => (
                <Command.Item
                  key={entry.id}
                  value={entry.id}
                  keywords={[entry.label, ...(entry.keywords ?? [])]}
                  onSelect={() => void run(entry)}
                >
                  <span className="palette-icon">{entry.icon}</span>
                  {entry.label}
                  {entry.hint && <small>{entry.hint}</small>}
                </Command.Item>
              ))}
            </Command.Group>
          )
        })}
      </Command.List>
    </Command.Dialog>
  )
}
