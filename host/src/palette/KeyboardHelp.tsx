import { useTranslation } from '@windlass/shared-kit/i18n'
import { useSetAtom } from '@windlass/shared-kit/session'
import { Modal } from 'antd'
import { overlayAtom } from '../layout/useShortcuts.ts'

const KEYS = [
  ['Ctrl / ⌘ K', 'palette'],
  ['/', 'search'],
  ['[', 'previousTab'],
  [']', 'nextTab'],
  ['Esc', 'close'],
  ['?', 'help'],
] as const

/** The keys that work everywhere. */
export default function KeyboardHelp() {
  const { t } = useTranslation('host')
  const setOverlay = useSetAtom(overlayAtom)
  return (
    <Modal open title={t('help.title')} footer={null} onCancel={() => setOverlay(null)}>
      <dl className="keyboard-help">
        {KEYS.map(([key, name]) => (
          <div key={name}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(`help.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
