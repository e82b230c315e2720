import { DeleteOutlined, DownloadOutlined } from '@ant-design/icons'
import { RepositoryDownloadFile, type RepositoryEntry } from '@windlass/shared-kit/contract/repository'
import { addressOf } from '@windlass/shared-kit/http'
import { formatBytes, useTranslation } from '@windlass/shared-kit/i18n'
import { type Loadable, TimeText } from '@windlass/shared-kit/ui'
import { type DataColumn, DataTable } from '@windlass/shared-kit/ui/table'
import { Button } from 'antd'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { FileName } from './FileName.tsx'
import { joinPath } from './filePath.ts'

interface Props {
  of: Loadable
  rows: readonly RepositoryEntry[]
  projectId: number
  dir: string
  empty: { title: string; explanation?: ReactNode; action?: ReactNode }
  onClearFilters?: () => void
  onOpen: (entry: RepositoryEntry) => void
  onUp: () => void
  onDelete: (path: string) => void
}

/** Folders stay before files where names are equal to the reader: 2 before 10. */
const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

function useColumns({ projectId, dir, onDelete }: Props): DataColumn<RepositoryEntry>[] {
  const { t } = useTranslation('deploy')
  return [
    {
      key: 'name',
      title: t('files.name'),
      card: 'title',
      render: (entry, index) => <FileName entry={entry} dir={dir} index={index} />,
      compare: (one, other) => Number(other.isDir) - Number(one.isDir) || byName.compare(one.name, other.name),
    },
    {
      key: 'size',
      title: t('files.size'),
      width: 110,
      align: 'right',
      render: ({ isDir, size, obstacle }) =>
        isDir || obstacle ? <span className="wl-faint">–</span> : formatBytes(size),
      compare: (one, other) => one.size - other.size,
    },
    {
      key: 'changed',
      title: t('changed'),
      width: 150,
      render: ({ modTime }) => <TimeText value={modTime} />,
      compare: (one, other) => (one.modTime < other.modTime ? -1 : Number(one.modTime > other.modTime)),
    },
    { key: 'mode', title: t('files.mode'), width: 120, card: 'none', render: ({ mode }) => <code>{mode}</code> },
    {
      key: 'actions',
      title: t('actions'),
      width: 100,
      card: 'actions',
      render: (entry) => (
        <Actions entry={entry} projectId={projectId} path={joinPath(dir, entry.name)} onDelete={onDelete} />
      ),
    },
  ]
}

interface ActionProps extends Pick<Props, 'projectId' | 'onDelete'> {
  entry: RepositoryEntry
  path: string
}

function Actions({ entry, projectId, path, onDelete }: ActionProps) {
  const { t } = useTranslation('deploy')
  const { name, isDir, obstacle } = entry
  return (
    <span className="wl-row-actions">
      {!isDir && obstacle === '' && (
        <Button
          type="text"
          size="small"
          icon={<DownloadOutlined />}
          href={addressOf(RepositoryDownloadFile, { id: projectId, file: path })}
          download
          aria-label={t('files.downloadOne', { name })}
          title={t('files.download')}
        />
      )}
      {obstacle !== 'name' && (
        <Button
          type="text"
          size="small"
          danger
          icon={<DeleteOutlined />}
          aria-label={t('files.deleteOne', { name })}
          title={t('files.delete')}
          onClick={() => onDelete(path)}
        />
      )}
    </span>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Arrows move among the names, Backspace leads up; Enter opens, as on any link. */
function moveByKey(event: KeyboardEvent, holder: HTMLElement, onUp: () => void): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-file-index]') : null
  if (event.key === 'Backspace' && link) {
    event.preventDefault()
    return onUp()
  }
  const step = STEPS[event.key]
  if (step === undefined || !link) return
  const next = Number(link.dataset['fileIndex']) + step
  const target = holder.querySelector<HTMLElement>(`[data-file-index="${next}"]`)
  if (!target) return
  event.preventDefault()
  target.focus()
}

/** What a folder holds. */
export function FileTable(props: Props) {
  const { t } = useTranslation('deploy')
  const { of, rows, dir, empty, onClearFilters, onOpen, onUp } = props
  const columns = useColumns(props)
  const holder = useRef<HTMLDivElement>(null)
  const handleKey = useEffectEvent((event: KeyboardEvent, element: HTMLElement) => moveByKey(event, element, onUp))
  useEffect(() => {
    const element = holder.current
    if (!element) return
    const listen = (event: KeyboardEvent) => handleKey(event, element)
    element.addEventListener('keydown', listen)
    return () => element.removeEventListener('keydown', listen)
  }, [])
  return (
    <div ref={holder} className="dp-files">
      <DataTable
        label={t('files.listOf', { path: `/${dir}` })}
        of={of}
        rows={rows}
        rowKey={({ name }) => name}
        columns={columns}
        permission={t('permission.ManageRepository')}
        empty={empty}
        onClearFilters={onClearFilters}
        onOpen={(entry) => entry.obstacle === '' && onOpen(entry)}
      />
    </div>
  )
}
