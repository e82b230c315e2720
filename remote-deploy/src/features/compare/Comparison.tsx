import { FolderOpenOutlined } from '@ant-design/icons'
import type { Project } from '@windlass/shared-kit/contract/project'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { EmptyState, useUrlState } from '@windlass/shared-kit/ui'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { tidyPath } from './comparePath.ts'
import { DiffDrawer } from './DiffDrawer.tsx'
import { FilePicker } from './FilePicker.tsx'
import { FileResults } from './FileResults.tsx'
import { TreeResults } from './TreeResults.tsx'
import { useFileCompare, useTreeCompare } from './useCompare.ts'

type What = '' | 'file' | 'tree'

/** A path, what was found there, and the way to the lines that differ. All of it is in the address. */
export function Comparison({ project }: { project: Project }) {
  const { t } = useTranslation('deploy')
  const url = useUrlState({ path: '', what: '', diff: '', server: '' })
  const { path, what, diff, server } = url.values
  const [text, setText] = useState(path)
  const [isPicking, setPicking] = useState(false)
  const file = useFileCompare(project.id, what === 'file' ? path : undefined)
  const tree = useTreeCompare(project.id, what === 'tree' ? path : undefined)
  const current = what === 'tree' ? tree : file

  const compare = (asWritten: string, next: What) => {
    const wanted = tidyPath(asWritten, project.path)
    setText(wanted)
    setPicking(false)
    // The same question again is a new look at the servers.
    if (wanted === path && next === what) void current.refetch()
    else url.visit({ path: wanted, what: next })
  }
  const isEmpty = tidyPath(text, project.path) === ''
  const showDiff = (filePath: string, serverId: number) => url.visit({ diff: filePath, server: String(serverId) })

  return (
    <section className="dp-compare" aria-label={t('pages.compare')}>
      <form
        className="dp-compare-bar"
        onSubmit={(event) => {
          event.preventDefault()
          compare(text, isEmpty ? 'tree' : 'file')
        }}
      >
        <Input
          className="wl-mono"
          prefix={<span className="wl-faint dp-compare-root">{project.path}/</span>}
          aria-label={t('compare.path')}
          placeholder="conf/app.ini"
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button icon={<FolderOpenOutlined />} onClick={() => setPicking(true)}>
          {t('compare.choose')}
        </Button>
        <Button loading={what === 'tree' && tree.isFetching} onClick={() => compare(text, 'tree')}>
          {t(isEmpty ? 'compare.everything' : 'compare.below')}
        </Button>
        <Button type="primary" htmlType="submit" disabled={isEmpty} loading={what === 'file' && file.isFetching}>
          {t('compare.file')}
        </Button>
      </form>
      {what === '' && <EmptyState title={t('compare.emptyTitle')} explanation={t('compare.emptyExplanation')} />}
      {what === 'file' && <FileResults of={file} items={file.data ?? []} onDiff={(id) => showDiff(path, id)} />}
      {what === 'tree' && <TreeResults of={tree} result={tree.data} onDiff={showDiff} />}
      <FilePicker
        projectId={project.id}
        start={tidyPath(text, project.path)}
        open={isPicking}
        onFile={(chosen) => compare(chosen, 'file')}
        onFolder={(chosen) => compare(chosen, 'tree')}
        onClose={() => setPicking(false)}
      />
      <DiffDrawer
        projectId={project.id}
        of={diff === '' ? undefined : { filePath: diff, serverId: Number(server) }}
        serverName={nameOf(server, file.data, tree.data?.servers)}
        onClose={() => url.change({ diff: '', server: '' })}
      />
    </section>
  )
}

type Named = readonly { serverId: number; serverName: string }[] | undefined

const nameOf = (serverId: string, ...lists: Named[]): string =>
  lists.flatMap((list) => list ?? []).find((one) => String(one.serverId) === serverId)?.serverName ?? ''
