import { useTranslation } from '@windlass/shared-kit/i18n'
import { useEffect, useRef, useState } from 'react'

interface Props {
  name: string
  blob: Blob
}

/** A picture on a ground that shows where it can be seen through. */
export function PicturePreview({ name, blob }: Props) {
  const { t } = useTranslation('deploy')
  const picture = useRef<HTMLImageElement>(null)
  const [size, setSize] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(blob)
    if (picture.current) picture.current.src = made
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return (
    <figure className="dp-file-picture">
      <img
        ref={picture}
        alt={name}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setSize(`${naturalWidth} × ${naturalHeight}`)}
      />
      {size && <figcaption>{t('files.pixels', { size })}</figcaption>}
    </figure>
  )
}
