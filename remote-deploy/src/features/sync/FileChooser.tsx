import { useTranslation } from '@windlass/shared-kit/i18n'
import type { Ref } from 'react'

interface Props {
  /** Clicked by whatever offers the choice. */
  ref: Ref<HTMLInputElement>
  onFiles: (files: readonly File[]) => void
}

/** The browser's own dialog for files. */
export function FileChooser({ ref, onFiles }: Props) {
  const { t } = useTranslation('deploy')
  return (
    <input
      ref={ref}
      type="file"
      multiple
      hidden
      aria-label={t('sync.upload')}
      onChange={({ target }) => {
        onFiles([...(target.files ?? [])])
        // The same file again is a choice, too.
        target.value = ''
      }}
    />
  )
}
