import type { PendingCommits } from '@windlass/shared-kit/contract/deployPending'
import { TimeText } from '@windlass/shared-kit/ui'
import { Popover } from 'antd'
import type { ReactNode } from 'react'
import { shortCommit } from './boardRow.ts'

const MOST_LINES = 12
const SECOND_MS = 1000

interface Props {
  title: string
  pending: PendingCommits
  onClose: () => void
  children: ReactNode
}

/** The subjects of what waits to be deployed. */
export default function PendingList({ title, pending, onClose, children }: Props) {
  const rest = pending.commits.length - MOST_LINES
  const list = (
    <ol className="dp-pending-list">
      {pending.commits.slice(0, MOST_LINES).map(({ commit, message, author, timestamp }) => (
        <li key={commit}>
          <code>{shortCommit(commit)}</code> {message}
          <span className="wl-faint">
            {' '}
            {author} · <TimeText value={timestamp * SECOND_MS} />
          </span>
        </li>
      ))}
      {rest > 0 && <li className="wl-faint">+{rest}</li>}
    </ol>
  )
  return (
    <Popover
      open
      trigger="click"
      placement="bottomRight"
      getPopupContainer={(button) => button.closest<HTMLElement>('.wl-list-page') ?? document.body}
      title={title}
      content={list}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      {children}
    </Popover>
  )
}
