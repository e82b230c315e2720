import { useTranslation } from '@windlass/shared-kit/i18n'
import { type ChangeEvent, type Ref, useImperativeHandle, useRef } from 'react'
import { collectChosen, type PickedFile } from './collectDropped.ts'

interface Props {
  ref: Ref<{ files: () => void; folder: () => void }>
  onFiles: (files: readonly PickedFile[]) => void
}

/** The choosers of the browser, for files and for whole folders; both are opened by commands. */
export function UploadPicker({ ref, onFiles }: Props) {
  const { t } = useTranslation('server')
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => ({ files: () => files.current?.click(), folder: () => folder.current?.click() }))
  const asFolder = (field: HTMLInputElement | null) => {
    folder.current = field
    // Known to every browser, and not to the types of JSX.
    field?.setAttribute('webkitdirectory', '')
  }
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onFiles(collectChosen(target.files))
    // The same files can be chosen once more.
    target.value = ''
  }
  return (
    <>
      <input ref={files} hidden type="file" multiple aria-label={t('sftp.command.upload')} onChange={handleChange} />
      <input ref={asFolder} hidden type="file" aria-label={t('sftp.command.uploadFolder')} onChange={handleChange} />
    </>
  )
}
