import type { SftpLog, SftpLogType } from '@windlass/shared-kit/contract/sftpLog'

/** Rows whose path is the file itself and nothing else. */
const ONE_FILE: readonly SftpLogType[] = ['PREVIEW', 'DOWNLOAD', 'UPLOAD', 'EDIT', 'DELETE', 'MKDIR']

/** The folder a row was about, so that it can be opened; "" where the path tells of two places or of none. */
export function folderOf({ type, path }: Pick<SftpLog, 'type' | 'path'>): string {
  if (!path.startsWith('/')) return ''
  if (type === 'READ') return path
  return ONE_FILE.includes(type) ? path.slice(0, path.lastIndexOf('/')) || '/' : ''
}
