import { PlusOutlined } from '@ant-design/icons'
import type { OutputOf } from '@windlass/shared-kit/contract'
import {
  NginxConfigCopy,
  NginxConfigDelete,
  type NginxConfigList,
  NginxConfigRename,
  type NginxFile,
} from '@windlass/shared-kit/contract/nginx'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { toast } from '@windlass/shared-kit/feedback'
import { call } from '@windlass/shared-kit/http'
import { formatBytes, useTranslation } from '@windlass/shared-kit/i18n'
import { Can, useCan } from '@windlass/shared-kit/permission'
import { ConfirmDanger } from '@windlass/shared-kit/ui'
import { Button, Dropdown, Input } from 'antd'
import { useState } from 'react'
import { NginxName } from './NginxName.tsx'
import type { OpenFile } from './openFile.ts'
import { type Place, useNginxChanged } from './useNginx.ts'

interface Props {
  place: Place
  list: OutputOf<typeof NginxConfigList>
  file: OpenFile | undefined
  onSelect: (file: OpenFile | undefined) => void
}

type Task = { kind: 'copy' | 'rename' | 'remove'; file: NginxFile } | { kind: 'add'; file: NginxFile | undefined }

const fullName = ({ dir, name }: OpenFile) => `${dir}/${name}`

/** The files by their folders: those that nginx loads, and those that lie beside them. */
export function NginxFiles({ place, list, file, onSelect }: Props) {
  const { t } = useTranslation('server')
  const [filter, setFilter] = useState('')
  const [task, setTask] = useState<Task>()
  const fits = (each: NginxFile) => fullName(each).toLowerCase().includes(filter.trim().toLowerCase())
  const sections = [
    { key: 'loaded', files: list.list.filter(fits) },
    { key: 'others', files: list.others.filter(fits) },
  ] as const
  return (
    <nav className="nginx-files" aria-label={t('nginx.files')}>
      <div className="nginx-find">
        <Input
          type="search"
          allowClear
          aria-label={t('nginx.filter')}
          placeholder={t('nginx.filter')}
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
        />
        <Can any={[Permission.AddNginxConfig]}>
          <Button
            icon={<PlusOutlined />}
            title={t('nginx.add')}
            aria-label={t('nginx.add')}
            onClick={() => setTask({ kind: 'add', file: undefined })}
          />
        </Can>
      </div>
      {sections.map(({ key, files }) => (
        <Section
          key={key}
          title={t(`nginx.section.${key}`, { count: files.length })}
          files={files}
          chosen={file}
          onSelect={onSelect}
          onTask={setTask}
        />
      ))}
      <FileTasks {...{ place, list, file, task, onSelect }} onClose={() => setTask(undefined)} />
    </nav>
  )
}

/** What is done with a file, once it is named or agreed to. */
function FileTasks({
  place,
  list,
  file,
  task,
  onSelect,
  onClose,
}: Props & { task: Task | undefined; onClose: () => void }) {
  const { t } = useTranslation('server')
  const changed = useNginxChanged()
  const rename = async (from: NginxFile, to: string) => {
    await call(NginxConfigRename, { ...place, dir: from.dir, currentName: from.name, newName: to }, { quiet: true })
    await changed()
    if (file && fullName(file) === fullName(from)) onSelect({ dir: from.dir, name: to })
  }
  const copy = async (from: NginxFile, to: string) => {
    await call(NginxConfigCopy, { ...place, dir: from.dir, srcName: from.name, dstName: to }, { quiet: true })
    await changed()
    onSelect({ dir: from.dir, name: to })
  }
  return (
    <>
      {task && task.kind !== 'remove' && (
        <NginxName
          kind={task.kind}
          file={task.file}
          folders={[...new Set([...list.list, ...list.others].map(({ dir }) => dir))]}
          onDone={async (dir, name) => {
            if (task.kind === 'add') return onSelect({ dir, name, isNew: true })
            await (task.kind === 'rename' ? rename : copy)(task.file, name)
            toast.success(t(`nginx.done.${task.kind}`, { name }))
          }}
          onClose={onClose}
        />
      )}
      <ConfirmDanger
        open={task?.kind === 'remove'}
        title={t('nginx.removeTitle', { name: task?.kind === 'remove' ? fullName(task.file) : '' })}
        explanation={t('nginx.removeExplanation')}
        verb={t('nginx.remove')}
        onConfirm={async () => {
          if (task?.kind !== 'remove') return
          await call(NginxConfigDelete, { ...place, file: fullName(task.file) })
          await changed()
          if (file && fullName(file) === fullName(task.file)) onSelect(undefined)
        }}
        onClose={onClose}
      />
    </>
  )
}

interface SectionProps {
  title: string
  files: readonly NginxFile[]
  chosen: OpenFile | undefined
  onSelect: (file: OpenFile) => void
  onTask: (task: Task) => void
}

function Section({ title, files, chosen, onSelect, onTask }: SectionProps) {
  const folders = [...new Set(files.map(({ dir }) => dir))]
  if (files.length === 0) return null
  return (
    <section>
      <h2>{title}</h2>
      {folders.map((dir) => (
        <div key={dir}>
          <p className="nginx-folder">{dir}</p>
          <ul>
            {files
              .filter((file) => file.dir === dir)
              .map((file) => (
                <FileRow
                  key={file.name}
                  file={file}
                  isChosen={chosen?.dir === dir && chosen.name === file.name}
                  onSelect={onSelect}
                  onTask={onTask}
                />
              ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

function FileRow({
  file,
  isChosen,
  onSelect,
  onTask,
}: Pick<SectionProps, 'onSelect' | 'onTask'> & { file: NginxFile; isChosen: boolean }) {
  const { t } = useTranslation('server')
  const allowed = {
    copy: useCan([Permission.AddNginxConfig]),
    rename: useCan([Permission.EditNginxConfig]),
    remove: useCan([Permission.DeleteNginxConfig]),
  }
  const kinds = (['copy', 'rename', 'remove'] as const).filter((kind) => allowed[kind])
  const isLink = file.real !== `${file.dir}/${file.name}`
  const from = file.parent === '' ? '' : t('nginx.includedBy', { place: `${file.parent}:${file.line}` })
  return (
    <li data-active={isChosen}>
      <button
        type="button"
        className="nginx-file"
        aria-current={isChosen ? 'true' : undefined}
        title={[isLink ? `→ ${file.real}` : '', from, file.modTime, file.mode].filter(Boolean).join('\n')}
        onClick={() => onSelect({ dir: file.dir, name: file.name })}
      >
        <span>{file.name}</span>
        <small>
          {isLink ? '→ ' : ''}
          {formatBytes(file.size)}
        </small>
      </button>
      {kinds.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: kinds.map((kind) => ({ key: kind, label: t(`nginx.${kind}`), danger: kind === 'remove' })),
            onClick: ({ key }) => {
              const kind = kinds.find((each) => each === key)
              if (kind) onTask({ kind, file })
            },
          }}
        >
          <Button type="text" size="small" aria-label={t('nginx.more', { name: file.name })}>
            ⋯
          </Button>
        </Dropdown>
      )}
    </li>
  )
}
