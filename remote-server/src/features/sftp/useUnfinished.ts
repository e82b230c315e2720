import { Permission } from '@windlass/shared-kit/contract/permission'
import { SFTP_UPLOAD_PATH, SftpUnfinishedList } from '@windlass/shared-kit/contract/sftpUpload'
import { call } from '@windlass/shared-kit/http'
import { useCan } from '@windlass/shared-kit/permission'
import { useEffect } from 'react'
import { useUnloadGuard } from '../../components/useUnloadGuard.ts'
import { addUnfinished, hasActiveUploads } from './uploads.ts'

/** Shows uploads that were cut off by a reload, and asks before a reload cuts some off. */
export function useUnfinished(): void {
  const canUpload = useCan([Permission.SFTPUploadFile])
  useEffect(() => {
    if (!canUpload || hasActiveUploads()) return
    call(SftpUnfinishedList, {}, { quiet: true }).then(
      ({ list }) => addUnfinished(list.map((one) => ({ ...one, address: `${SFTP_UPLOAD_PATH}/${one.id}` }))),
      // Nothing is lost by it: choosing the same file again begins anew.
      (error: unknown) => console.warn('cannot list unfinished uploads', error),
    )
  }, [canUpload])
  useUnloadGuard(hasActiveUploads)
}
