import type { Project } from '@windlass/shared-kit/contract/project'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { EmptyState, useUrlState } from '@windlass/shared-kit/ui'
import { useState } from 'react'
import { CompareBar, type CompareWhat } from './CompareBar.tsx'
import { tidyPath } from './comparePath.ts'
import { DiffDrawer } from './DiffDrawer.tsx'
import { FilePicker } from './FilePicker.tsx'
import { FileResults } from './FileResults.tsx'
import { TreeResults } from './TreeResults.tsx'
import { useFileCompare, useTreeCompare } from './useCompare.ts'

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

  const compare = (asWritten: string, next: CompareWhat) => {
    const wanted = tidyPath(asWritten, project.path)
    setText(wanted)
    setPicking(false)
    // The same question again is a new look at the servers.
    if (wanted === path && next === what) void current.refetch()
    else url.visit({ path: wanted, what: next })
  }
  const showDiff = (filePath: string, serverId: number) => url.visit({ diff: filePath, server: String(serverId) })

  return (
    <section className="dp-compare" aria-label={t('pages.compare')}>
      <CompareBar
        root={project.path}
        text={text}
        running={current.isFetching ? what : ''}
        onText={setText}
        onChoose={() => setPicking(true)}
        onCompare={(next) => compare(text, next)}
      />
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
