import { EditOutlined } from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button } from 'antd'
import { type DragEvent, useState } from 'react'
import { FileName } from './FileName.tsx'
import { dragKind } from './fileDrag.ts'
import { PathField } from './PathField.tsx'
import { crumbsOf } from './remotePath.ts'
import type { PaneState } from './usePane.ts'

/** The end of a long path is what tells where one is. */
const showEnd = (list: HTMLOListElement | null) => {
  if (list) list.scrollLeft = list.scrollWidth
}

/** Where the reader is: each folder on the way is a button, and the whole can be typed. */
export function PathBar({ pane, label }: { pane: PaneState; label: string }) {
  const { t } = useTranslation('server')
  const [isTyping, setTyping] = useState(false)
  const { path } = pane
  if (isTyping) return <PathField pane={pane} onEnd={() => setTyping(false)} />
  return (
    <nav className="sftp-path" aria-label={label}>
      <ol key={path} ref={showEnd}>
        {crumbsOf(path || '/').map((crumb) => (
          <li key={crumb.path}>
            <button
              type="button"
              aria-current={crumb.path === path ? 'page' : undefined}
              onClick={() => pane.goTo(crumb.path)}
              // Hovering with something in hand opens the folder, so that it can be dropped there.
              onDragOver={(event: DragEvent) => {
                if (dragKind(event.dataTransfer) && crumb.path !== path) pane.goTo(crumb.path)
              }}
            >
              <FileName name={crumb.name} />
            </button>
          </li>
        ))}
      </ol>
      <Button
        type="text"
        size="small"
        icon={<EditOutlined />}
        aria-label={t('sftp.typePath')}
        title={t('sftp.typePath')}
        onClick={() => setTyping(true)}
      />
    </nav>
  )
}
