import { REPOSITORY_LIST_LIMIT, type RepositoryEntry } from '@windlass/shared-kit/contract/repository'
import { toast } from '@windlass/shared-kit/feedback'
import { formatNumber, useTranslation } from '@windlass/shared-kit/i18n'
import { ConfirmDanger, EmptyState, useUrlState } from '@windlass/shared-kit/ui'
import { Alert, Button } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { FilePreview } from './FilePreview.tsx'
import { FileTable } from './FileTable.tsx'
import { FileTools } from './FileTools.tsx'
import { joinPath, nameOf, parentOf } from './filePath.ts'
import { PathBar } from './PathBar.tsx'
import { useDeleteFile, useFolder } from './useFiles.ts'

const FILTERS = { search: '' }

const matching = (list: readonly RepositoryEntry[], search: string): readonly RepositoryEntry[] => {
  const wanted = search.toLowerCase()
  return wanted === '' ? list : list.filter(({ name }) => name.toLowerCase().includes(wanted))
}

/** The files of one working copy; folder, file and filter stand in the address, so that Back and Forward work. */
export function FilesBrowser({ projectId }: { projectId: number }) {
  const { t } = useTranslation('deploy')
  const navigate = useNavigate()
  const url = useUrlState({ dir: '', file: '', ...FILTERS })
  const { dir, file, search } = url.values
  const [doomed, setDoomed] = useState<string>()
  const folder = useFolder(projectId, dir, useDeferredValue(search))
  const go = (next: string) => url.visit({ dir: next, file: '', ...FILTERS })
  const rows = matching(folder.data?.list ?? [], search)
  if (folder.data?.isThere === false) {
    return (
      <EmptyState
        title={t('files.noneTitle')}
        explanation={t('files.noneExplanation')}
        action={<Button onClick={() => navigate('/deploy/index')}>{t('files.toBoard')}</Button>}
      />
    )
  }
  return (
    <>
      <div className="dp-file-tools">
        <PathBar dir={dir} onGo={go} />
        <FileTools
          dir={dir}
          search={search}
          onSearch={(text) => url.change({ search: text })}
          isRunning={folder.isFetching}
          onRefresh={() => void folder.refetch()}
          onDelete={() => setDoomed(dir)}
        />
      </div>
      <CutNote total={folder.data?.total ?? 0} isSearching={search !== ''} />
      <FileTable
        of={folder}
        rows={rows}
        projectId={projectId}
        dir={dir}
        empty={emptyTexts(t, folder.data?.list === null)}
        {...(search !== '' && { onClearFilters: () => url.change(FILTERS) })}
        onOpen={(entry) => {
          const path = joinPath(dir, entry.name)
          if (entry.isDir) go(path)
          else url.visit({ file: path })
        }}
        onUp={() => dir !== '' && go(parentOf(dir))}
        onDelete={setDoomed}
      />
      <FilePreview projectId={projectId} file={file} onClose={() => url.visit({ file: '' })} />
      <DeleteQuestion
        projectId={projectId}
        path={doomed}
        onDeleted={(path) => path === dir && dir !== '' && go(parentOf(dir))}
        onClose={() => setDoomed(undefined)}
      />
    </>
  )
}

const emptyTexts = (t: (key: string) => string, isThere: boolean) =>
  isThere ? { title: t('files.emptyFolder') } : { title: t('files.goneTitle'), explanation: t('files.goneExplanation') }

function CutNote({ total, isSearching }: { total: number; isSearching: boolean }) {
  const { t } = useTranslation('deploy')
  if (total <= REPOSITORY_LIST_LIMIT) return null
  const numbers = { shown: formatNumber(REPOSITORY_LIST_LIMIT), total: formatNumber(total) }
  return <Alert type="info" showIcon title={t(isSearching ? 'files.cutSearch' : 'files.cut', numbers)} />
}

interface QuestionProps {
  projectId: number
  /** undefined while nothing is to be deleted, "" for all of it. */
  path: string | undefined
  onDeleted: (path: string) => void
  onClose: () => void
}

function DeleteQuestion({ projectId, path, onDeleted, onClose }: QuestionProps) {
  const { t } = useTranslation('deploy')
  const remove = useDeleteFile(projectId)
  const isAll = path === ''
  return (
    <ConfirmDanger
      open={path !== undefined}
      title={isAll ? t('files.deleteAllTitle') : t('files.deleteTitle', { name: nameOf(path ?? '') })}
      explanation={
        <>
          {!isAll && <code className="dp-file-doomed">/{path}</code>}
          <p>{t(isAll ? 'files.deleteAllExplanation' : 'files.deleteExplanation')}</p>
        </>
      }
      verb={t('files.deleteVerb')}
      onConfirm={async () => {
        await remove(isAll ? '/' : (path ?? ''))
        toast.success(t('files.deleted'))
        onDeleted(path ?? '')
      }}
      onClose={onClose}
    />
  )
}
