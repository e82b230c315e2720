import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button } from 'antd'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'

interface Props {
  /** One file was dropped or chosen. Folders and several at once are said to be wrong here. */
  onFile: (file: File) => void
  /** Makes all of this a place to drop files on. */
  children?: ReactNode
}

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

/** A folder looks like a file until somebody reads it. */
const isFolder = (item: DataTransferItem) => item.webkitGetAsEntry()?.isDirectory === true

/** Takes a file: dropped anywhere on its content, or chosen with its button. */
export function FileDrop({ onFile, children }: Props) {
  const { t } = useTranslation('toolbox')
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [problem, setProblem] = useState<'folder' | 'many'>()

  const take = (files: FileList | null, isFolderDropped = false) => {
    const wrong = isFolderDropped ? 'folder' : (files?.length ?? 0) > 1 ? 'many' : undefined
    setProblem(wrong)
    const file = files?.[0]
    if (file && !wrong) onFile(file)
  }
  const handleDrop = (event: DragEvent) => {
    setOver(false)
    if (!hasFiles(event)) return
    event.preventDefault()
    take(event.dataTransfer.files, [...event.dataTransfer.items].some(isFolder))
  }
  const handleDrag = (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    setOver(event.type !== 'dragleave')
  }
  return (
    <div
      className="toolbox-drop"
      data-over={isOver}
      onDragOver={handleDrag}
      onDragLeave={handleDrag}
      onDrop={handleDrop}
    >
      {children}
      <div className="toolbox-drop-line">
        <Button onClick={() => input.current?.click()}>{t('file.choose')}</Button>
        <small className={problem ? 'toolbox-problem' : 'wl-faint'} role={problem ? 'alert' : undefined}>
          {t(`file.${problem ?? 'drop'}`)}
        </small>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        onChange={(event) => {
          take(event.target.files)
          // So that the same file can be chosen again after it changed.
          event.target.value = ''
        }}
      />
    </div>
  )
}
