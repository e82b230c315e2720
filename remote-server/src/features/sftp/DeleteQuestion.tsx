import { useQuery } from '@tanstack/react-query'
import { SftpMeasure } from '@windlass/shared-kit/contract/sftp'
import { call } from '@windlass/shared-kit/http'
import { formatBytes, formatNumber, useTranslation } from '@windlass/shared-kit/i18n'
import { ConfirmDanger } from '@windlass/shared-kit/ui'
import { FileNames } from './FileNames.tsx'
import { seenName } from './namePieces.ts'
import { nameOf } from './remotePath.ts'
import type { Files } from './useFileWork.tsx'

const MANY = 1000

interface Props extends Files {
  serverName: string
  onDelete: () => void
  onClose: () => void
}

/** Says what goes, with everything below, before it goes. */
export function DeleteQuestion({ serverId, serverName, asRoot, files, onDelete, onClose }: Props) {
  const { t } = useTranslation('server')
  const measure = useQuery({
    queryKey: ['sftp', 'measure', serverId, asRoot, files],
    queryFn: ({ signal }) => call(SftpMeasure, { serverId, asRoot, files: [...files] }, { signal, quiet: true }),
    gcTime: 0,
  })
  const [only] = files.length === 1 ? files : []
  const counted = measure.data
  const isLarge = counted !== undefined && (counted.isMore || counted.files + counted.folders > MANY)
  return (
    <ConfirmDanger
      open
      title={
        only === undefined
          ? t('sftp.delete.titleMany', { count: files.length, server: serverName })
          : t('sftp.delete.title', { name: seenName(nameOf(only)), server: serverName })
      }
      verb={t('sftp.delete.verb')}
      // So much at once is seldom meant.
      {...(isLarge && { nameToType: serverName })}
      explanation={
        <>
          <FileNames files={files} />
          <p aria-live="polite">
            {measure.isPending && t('sftp.delete.counting')}
            {measure.error && t('sftp.delete.uncounted', { reason: measure.error.message })}
            {counted &&
              t(counted.isMore ? 'sftp.delete.countedMore' : 'sftp.delete.counted', {
                files: t('sftp.fileCount', {
                  count: counted.files + counted.others,
                  number: formatNumber(counted.files + counted.others),
                }),
                folders: t('sftp.folderCount', { count: counted.folders, number: formatNumber(counted.folders) }),
                size: formatBytes(counted.bytes),
              })}{' '}
            {t('sftp.delete.final')}
          </p>
        </>
      }
      onConfirm={async () => onDelete()}
      onClose={onClose}
    />
  )
}
