import { useTranslation } from '@windlass/shared-kit/i18n'
import { FileName } from './FileName.tsx'

const NAMED = 5

/** The first of the files a question is about, and how many more there are. */
export function FileNames({ files }: { files: readonly string[] }) {
  const { t } = useTranslation('server')
  return (
    <ul className="sftp-delete-list">
      {files.slice(0, NAMED).map((file) => (
        <li key={file}>
          <code>
            <FileName name={file} />
          </code>
        </li>
      ))}
      {files.length > NAMED && <li>{t('sftp.delete.more', { count: files.length - NAMED })}</li>}
    </ul>
  )
}
