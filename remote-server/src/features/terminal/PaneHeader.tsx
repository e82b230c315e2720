import {
  BorderBottomOutlined,
  BorderRightOutlined,
  CloseOutlined,
  SearchOutlined,
  ShareAltOutlined,
} from '@ant-design/icons'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useCan } from '@windlass/shared-kit/permission'
import { StateMark } from '@windlass/shared-kit/ui'
import type { ReactNode } from 'react'
import type { LiveTerminal } from './LiveTerminal.ts'
import { markOf } from './paneLook.ts'
import type { PaneState } from './paneState.ts'
import { useLinkText } from './useLinkText.ts'

interface Props {
  live: LiveTerminal
  state: PaneState
  onSplit: (direction: 'row' | 'column') => void
  onShare: () => void
  onClose: () => void
}

/** Where the terminal is, what runs in it, and what can be done with it. */
export function PaneHeader({ live, state, onSplit, onShare, onClose }: Props) {
  const { t } = useTranslation('server')
  const linkText = useLinkText()
  const canShare = useCan([Permission.ShareTerminal])
  const { session, link, title, size } = state
  const name = session?.serverName || live.source.serverName || t('terminal.shared')
  const isOwned = session?.role === 'owner' && link.phase === 'open'
  return (
    <header className="terminal-header">
      <StateMark state={markOf(link)} isBare>
        {linkText(link)}
      </StateMark>
      <b title={name}>{name}</b>
      <span className="terminal-title" title={title}>
        {title}
      </span>
      {session?.isRecorded && (
        <span className="terminal-recorded" title={t('terminal.recordedHint')}>
          {t('terminal.recorded')}
        </span>
      )}
      <span className="terminal-size" title={t('terminal.size')}>
        {size.cols}×{size.rows}
      </span>
      <Tool label={t('terminal.find')} keys="Ctrl+Shift+F" onClick={() => live.patch({ isFinding: true })}>
        <SearchOutlined />
      </Tool>
      {isOwned && canShare && (
        <Tool label={t('terminal.share')} onClick={onShare}>
          <ShareAltOutlined />
        </Tool>
      )}
      {!live.isGuest && (
        <span className="terminal-split">
          <Tool label={t('terminal.splitRight')} keys="Alt+Shift++" onClick={() => onSplit('row')}>
            <BorderRightOutlined />
          </Tool>
          <Tool label={t('terminal.splitDown')} keys="Alt+Shift+-" onClick={() => onSplit('column')}>
            <BorderBottomOutlined />
          </Tool>
        </span>
      )}
      <Tool label={t('terminal.close')} keys="Alt+Shift+W" onClick={onClose}>
        <CloseOutlined />
      </Tool>
    </header>
  )
}

interface ToolProps {
  label: string
  keys?: string
  onClick: () => void
  children: ReactNode
}

function Tool({ label, keys, onClick, children }: ToolProps) {
  return (
    <button
      type="button"
      className="terminal-tool"
      aria-label={label}
      title={keys ? `${label} (${keys})` : label}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
