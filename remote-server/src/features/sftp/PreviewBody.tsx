import { useQuery } from '@tanstack/react-query'
import { CodeEditor, languageOfFile } from '@windlass/shared-kit/editor'
import { formatBytes, useTranslation } from '@windlass/shared-kit/i18n'
import { EmptyState, LoadState } from '@windlass/shared-kit/ui'
import { Skeleton } from 'antd'
import { Suspense, useState } from 'react'
import type { FileRow } from './fileRow.ts'
import { type PreviewWay, previewWay } from './fileSort.ts'
import { seenName } from './namePieces.ts'
import { type Preview, type Previewed, previewAddress, readBlobPreview, readTextPreview } from './readPreview.ts'

interface Props {
  row: FileRow
  about: Previewed
}

/** What browsers call pictures; the end of a name is all there is to go by. */
const TYPES: Readonly<Record<string, string>> = {
  ...{ jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', gif: 'image/gif', webp: 'image/webp' },
  ...{ avif: 'image/avif', bmp: 'image/bmp', ico: 'image/x-icon', pdf: 'application/pdf' },
}
const typeOf = (name: string) => TYPES[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? ''

/** The contents of a file as they can be shown. */
export function PreviewBody({ row, about }: Props) {
  const way = previewWay(row.name)
  if (way === 'none') return <NoPreview kind="binary" size={row.size} />
  if (way === 'audio' || way === 'video') return <Media way={way} about={about} name={row.name} />
  return <Loaded way={way} row={row} about={about} />
}

function NoPreview({ kind, size }: { kind: 'binary' | 'large'; size: number }) {
  const { t } = useTranslation('server')
  return (
    <EmptyState
      title={t(`sftp.preview.${kind}`)}
      explanation={t(`sftp.preview.${kind}Explanation`, { size: formatBytes(size) })}
    />
  )
}

function Media({ way, about, name }: { way: 'audio' | 'video'; about: Previewed; name: string }) {
  const { t } = useTranslation('server')
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return <NoPreview kind="binary" size={about.size} />
  const Player = way
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody knows of captions of a file on a server
    <Player
      className="sftp-media"
      controls
      aria-label={t('sftp.preview.of', { name: seenName(name) })}
      src={previewAddress(about)}
      onError={() => setBroken(true)}
    />
  )
}

function Loaded({ way, row, about }: Props & { way: PreviewWay }) {
  const preview = useQuery({
    queryKey: ['sftp', 'preview', about, row.time],
    queryFn: ({ signal }) =>
      way === 'text' ? readTextPreview(about, signal) : readBlobPreview(about, typeOf(row.name), signal),
    gcTime: 0,
  })
  return <LoadState of={preview}>{preview.data && <Shown preview={preview.data} way={way} row={row} />}</LoadState>
}

function Shown({ preview, way, row }: { preview: Preview; way: PreviewWay; row: FileRow }) {
  const { t } = useTranslation('server')
  if (preview.kind === 'text') {
    if (preview.text === '') return <EmptyState title={t('sftp.preview.empty')} />
    return (
      <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 8 }} />}>
        <CodeEditor
          label={t('sftp.preview.of', { name: seenName(row.name) })}
          language={languageOfFile(row.name)}
          value={preview.text}
          isReadOnly
        />
      </Suspense>
    )
  }
  if (preview.kind !== 'blob') return <NoPreview kind={preview.kind} size={row.size} />
  return way === 'pdf' ? (
    <Document blob={preview.blob} name={row.name} />
  ) : (
    <Picture blob={preview.blob} name={row.name} />
  )
}

/** Gives an element the address of something in memory, as long as it is shown. */
const showBlob = (blob: Blob) => (element: HTMLImageElement | HTMLIFrameElement | null) => {
  if (!element) return
  const made = URL.createObjectURL(blob)
  element.src = made
  return () => URL.revokeObjectURL(made)
}

function Document({ blob, name }: { blob: Blob; name: string }) {
  const { t } = useTranslation('server')
  const [show] = useState(() => showBlob(blob))
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- the browser's own viewer runs in none; it is given a PDF only
    <iframe ref={show} className="sftp-document" title={t('sftp.preview.of', { name: seenName(name) })} />
  )
}

function Picture({ blob, name }: { blob: Blob; name: string }) {
  const { t } = useTranslation('server')
  const [show] = useState(() => showBlob(blob))
  const [size, setSize] = useState<string>()
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return <NoPreview kind="binary" size={blob.size} />
  return (
    <figure className="sftp-picture">
      <img
        ref={show}
        alt={seenName(name)}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setSize(`${naturalWidth} × ${naturalHeight}`)}
        onError={() => setBroken(true)}
      />
      {size && <figcaption>{t('sftp.preview.pixels', { size })}</figcaption>}
    </figure>
  )
}
