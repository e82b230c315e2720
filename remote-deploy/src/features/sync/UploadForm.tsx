import type { Project } from '@windlass/shared-kit/contract/project'
import type { ProjectFile } from '@windlass/shared-kit/contract/projectFile'
import { toast } from '@windlass/shared-kit/feedback'
import { formatBytes, isolated, useTranslation } from '@windlass/shared-kit/i18n'
import { FormDrawer, StateMark, TimeText } from '@windlass/shared-kit/ui'
import { Form, Input, Progress } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { FileModeSelect } from './FileModeSelect.tsx'
import { fileOfName, nameProblem, tidyName } from './fileName.ts'
import type { useProjectFiles } from './useProjectFiles.ts'

interface Props {
  project: Project
  chosen: readonly File[] | undefined
  /** The file that the first of them replaces. */
  over: ProjectFile | undefined
  files: readonly ProjectFile[]
  limitBytes: number
  onSend: ReturnType<typeof useProjectFiles>['send']
  onClose: () => void
}

interface Fields {
  names: string[]
  mode: string
}

const WIDTH_PX = 560

/** Names and permission bits for files before they are sent, and how far each of them is. */
export function UploadForm({ project, chosen, over, files, limitBytes, onSend, onClose }: Props) {
  const { t } = useTranslation('deploy')
  const [shares, setShares] = useState<Readonly<Record<number, number>>>({})
  const stop = useRef<AbortController>(undefined)
  const list = chosen ?? []
  // Closing the page in the middle ends what is on its way; what has arrived stays.
  useEffect(() => () => stop.current?.abort(), [])

  const send = async ({ names, mode }: Fields) => {
    const controller = new AbortController()
    stop.current = controller
    for (const [index, file] of list.entries()) {
      // What has arrived already is not sent again after a failure.
      if (shares[index] === 1) continue
      const filename = tidyName(names[index] ?? file.name)
      const replaced = (index === 0 ? over : undefined) ?? fileOfName(filename, files)
      const target = replaced ? { projectFileId: replaced.id, version: replaced.version } : {}
      const onProgress = (share: number) => setShares((before) => ({ ...before, [index]: Math.min(share, 0.99) }))
      await onSend({
        ...{ file, onProgress, signal: controller.signal },
        input: { projectId: project.id, filename, mode, ...target },
      })
      setShares((before) => ({ ...before, [index]: 1 }))
    }
    toast.success(t('sync.uploaded', { count: list.length }))
    setShares({})
  }
  const close = () => {
    setShares({})
    onClose()
  }
  return (
    <FormDrawer<Fields>
      title={over ? t('sync.replaceTitle', { name: over.filename }) : t('sync.upload')}
      open={chosen !== undefined}
      width={WIDTH_PX}
      initialValues={{
        names: list.map((file, index) => (index === 0 && over ? over.filename : file.name)),
        mode: over?.mode ?? '0644',
      }}
      submitText={t('sync.upload')}
      onSubmit={send}
      onClose={close}
    >
      {list
        .map((file, index) => ({ key: `${index} ${file.name}`, index, file }))
        .map(({ key, ...row }) => (
          <UploadRow
            key={key}
            {...{ ...row, files, limitBytes }}
            over={row.index === 0 ? over : undefined}
            share={shares[row.index]}
          />
        ))}
      <p className="wl-faint">{t('sync.below', { path: project.path })}</p>
      <Form.Item name="mode" label={t('sync.modeTitle')} extra={t('sync.modeHelp')}>
        <FileModeSelect />
      </Form.Item>
    </FormDrawer>
  )
}

interface RowProps {
  index: number
  file: File
  files: readonly ProjectFile[]
  over: ProjectFile | undefined
  limitBytes: number
  share: number | undefined
}

function UploadRow({ index, file, files, over, limitBytes, share }: RowProps) {
  const { t } = useTranslation('deploy')
  const form = Form.useFormInstance<Fields>()
  const names = Form.useWatch<string[] | undefined>('names', form) ?? []
  const replaced = over ?? fileOfName(names[index] ?? '', files)
  const check = async (_rule: unknown, value: string = '') => {
    if (file.size > limitBytes) throw new Error(t('sync.problem.tooLarge', { limit: formatBytes(limitBytes) }))
    const beside = names.filter((_name, at) => at !== index).map((filename) => ({ filename: tidyName(filename) }))
    const others = files.filter(({ id }) => id !== replaced?.id)
    const problem = nameProblem(value, [...others, ...beside])
    if (problem) throw new Error(t(problem))
  }
  return (
    <div className="dp-upload">
      <Form.Item
        name={['names', index]}
        label={`${isolated(file.name)} · ${formatBytes(file.size)}`}
        rules={[{ validator: check }]}
        extra={
          replaced &&
          share !== 1 && (
            <>
              {t('sync.replaces', { editor: replaced.editor })} <TimeText value={replaced.updateTime} />
            </>
          )
        }
      >
        <Input
          className="wl-mono"
          maxLength={255}
          autoComplete="off"
          spellCheck={false}
          disabled={share !== undefined}
        />
      </Form.Item>
      {share === 1 && <StateMark state="success">{t('sync.arrived')}</StateMark>}
      {share !== undefined && share < 1 && (
        <Progress percent={Math.floor(share * 100)} size="small" aria-label={file.name} />
      )}
    </div>
  )
}
