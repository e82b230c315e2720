/* oxlint-disable jsx-a11y/prefer-tag-over-role -- no tag is a tree */
import { CaretRightOutlined, FolderFilled } from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { BY_NAME, sortRows } from './arrangeRows.ts'
import { FileName } from './FileName.tsx'
import { isFolder, rowOf } from './fileRow.ts'
import { onChange } from './folderChanges.ts'
import { isWithin, joinPath } from './remotePath.ts'
import type { PaneState } from './usePane.ts'

/** More folders than that beside each other are found in the list, not in a tree. */
const SHOWN = 500

/** The folders around the one that is shown, from the root on. */
export function FolderTree({ pane }: { pane: PaneState }) {
  const { t } = useTranslation('server')
  return (
    <ul className="sftp-tree" role="tree" aria-label={t('sftp.tree')} onKeyDown={moveByKey}>
      <Branch pane={pane} path="/" name="/" level={1} />
    </ul>
  )
}

/** Arrows go through what is open, right opens, left closes, as in every tree. */
function moveByKey(event: KeyboardEvent<HTMLUListElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="treeitem"]')]
  const at = items.findIndex((item) => item === document.activeElement)
  const item = items[at]
  if (!item) return
  const isOpen = item.getAttribute('aria-expanded') === 'true'
  const toggle = () => item.querySelector<HTMLElement>(':scope > .sftp-branch > .sftp-twist')?.click()
  const parent = item.parentElement?.closest<HTMLElement>('[role="treeitem"]')
  if (event.key === 'ArrowDown') items[at + 1]?.focus()
  else if (event.key === 'ArrowUp') items[at - 1]?.focus()
  else if (event.key === 'ArrowRight' && isOpen) items[at + 1]?.focus()
  else if (event.key === 'ArrowLeft' && !isOpen) parent?.focus()
  else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') toggle()
  else if (event.key === 'Enter' || event.key === ' ') item.querySelector<HTMLElement>('.sftp-branch-name')?.click()
  else return
  event.preventDefault()
  event.stopPropagation()
}

interface BranchProps {
  pane: PaneState
  path: string
  name: string
  level: number
}

function Branch({ pane, path, name, level }: BranchProps) {
  const { t } = useTranslation('server')
  const isOnTheWay = pane.path !== '' && isWithin(pane.path, path)
  const isCurrent = pane.path === path
  /** What the reader chose himself; before that the way to the current folder is open. */
  const [choice, setChoice] = useState<boolean>()
  const [wasOnTheWay, setWasOnTheWay] = useState(isOnTheWay)
  if (isOnTheWay !== wasOnTheWay) {
    setWasOnTheWay(isOnTheWay)
    if (isOnTheWay) setChoice(undefined)
  }
  const isOpen = choice ?? isOnTheWay
  const folders = useFolders(pane, path, isOpen)
  return (
    <li
      role="treeitem"
      aria-expanded={isOpen}
      aria-level={level}
      aria-selected={isCurrent}
      // One stop for the Tab key: the folder that is shown.
      tabIndex={isCurrent ? 0 : -1}
    >
      <div className="sftp-branch" data-current={isCurrent} style={{ paddingLeft: level * 12 - 8 }}>
        <button
          type="button"
          tabIndex={-1}
          className="sftp-twist"
          aria-label={t(isOpen ? 'sftp.fold' : 'sftp.unfold')}
          onClick={() => setChoice(!isOpen)}
        >
          <CaretRightOutlined rotate={isOpen ? 90 : 0} />
        </button>
        <button type="button" tabIndex={-1} className="sftp-branch-name" onClick={() => pane.goTo(path)}>
          <FolderFilled aria-hidden="true" /> <FileName name={name} />
        </button>
      </div>
      {isOpen && folders.length > 0 && (
        <ul role="group">
          {folders.map((folder) => (
            <Branch key={folder} pane={pane} path={joinPath(path, folder)} name={folder} level={level + 1} />
          ))}
        </ul>
      )}
    </li>
  )
}

/** The folders in a folder, read when it is open and again when it was changed. */
function useFolders({ channel, serverId, asRoot, look }: PaneState, path: string, isOpen: boolean): string[] {
  const [folders, setFolders] = useState<string[]>([])
  const [attempt, setAttempt] = useState(0)
  useEffect(() => onChange(serverId, path, () => setAttempt((number) => number + 1)), [serverId, path])
  useEffect(() => {
    if (!isOpen) return
    const found: ReturnType<typeof rowOf>[] = []
    return channel.list(path, asRoot, {
      onPart: ({ files, isDone }) => {
        found.push(...files.filter((file) => file.kind === 'dir').map(rowOf))
        if (isDone) setFolders(sortRows(found.filter(isFolder), BY_NAME).map((row) => row.name))
      },
      // A folder that cannot be read has no branches; opening it says why.
      onFail: () => setFolders([]),
    })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another attempt is another reading
  }, [channel, path, asRoot, isOpen, attempt])
  return folders.filter((name) => look.showsHidden || !name.startsWith('.')).slice(0, SHOWN)
}
