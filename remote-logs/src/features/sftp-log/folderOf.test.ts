import type { SftpLogType } from '@windlass/shared-kit/contract/sftpLog'
import { expect, it } from 'vitest'
import { folderOf } from './folderOf.ts'

it.each<[SftpLogType, string, string]>([
  ['READ', '/srv/a', '/srv/a'],
  ['DOWNLOAD', '/srv/a/b.txt', '/srv/a'],
  ['DELETE', '/etc', '/'],
  ['DELETE', '/srv/a/b.txt and 3 more', '/srv/a'],
  ['UPLOAD', '3:/srv/a->/srv/b', ''],
  ['RENAME', '/srv/a->b', ''],
  ['CHMOD', '644 /srv/a', ''],
  ['READ', '.', ''],
])('%s of %j leads to %j', (type, path, folder) => {
  expect(folderOf({ type, path })).toBe(folder)
})
