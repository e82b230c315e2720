import { SftpDownload } from '@windlass/shared-kit/contract/sftp'
import { SftpBundle, SftpBundleDownload } from '@windlass/shared-kit/contract/sftpText'
import { addressOf, call } from '@windlass/shared-kit/http'
import { isArchived } from './commands.ts'
import type { FileRow } from './fileRow.ts'
import type { Files } from './useFileWork.tsx'

/** Lets the browser save what an address answers. */
function save(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}

/** Saves one file as it is; several, and folders, as one archive that is made while it is sent. */
export async function download(
  { serverId, asRoot, files }: Files,
  rows: readonly FileRow[],
  format: 'tar.gz' | 'zip' = 'tar.gz',
): Promise<void> {
  const [file] = files
  if (file === undefined) return
  if (!isArchived(rows)) {
    return save(addressOf(SftpDownload, { id: serverId, file, ...(asRoot && { asRoot }) }))
  }
  const { token } = await call(SftpBundle, { serverId, files: [...files], format, asRoot })
  save(addressOf(SftpBundleDownload, { token }))
}
