import type { SftpLog } from '@windlass/shared-kit/contract/sftpLog'
import { useNamespace } from '@windlass/shared-kit/session'
import { MonoText } from '@windlass/shared-kit/ui'
import { PageLink } from '../../components/PageLink.tsx'
import { folderPlaces } from '../../components/places.ts'
import { folderOf } from './folderOf.ts'
import { seenPath } from './seenPath.ts'

/** The path of a row, with the way to its folder where that can still be opened. */
export function FolderLink({ row }: { row: SftpLog }) {
  const { id } = useNamespace()
  const dir = row.serverName !== '' && row.namespaceID === id ? folderOf(row) : ''
  return (
    <PageLink places={dir === '' ? [] : folderPlaces(row.serverID, dir)}>
      <MonoText isCut>{seenPath(row.path)}</MonoText>
    </PageLink>
  )
}
