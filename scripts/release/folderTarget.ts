import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import * as folder from '@windlass/backend/artefact/folder'
import { misused, refused } from '@windlass/backend/commandLine/commandError'
import type { ReleaseTarget } from './releaseTarget.ts'

const needsConsole = (what: string) =>
  refused('folder', `${what} needs a running console: a folder keeps no users. Give one with --target https://…`)

/** Releases into plain files, as a web server or an object store serves them. */
export function folderTarget(dir: string): ReleaseTarget {
  if (!existsSync(dir))
    throw misused(
      `there is no folder ${dir}: copy dist/console there first; the address of a console starts with https://`,
    )
  const author = { name: userInfo().username }
  return {
    name: dir,
    knowsUsers: false,
    context: (remote) => folder.contextIn(dir, remote),
    publish: (artefact, { allowedOrigins }) => folder.publishInto(dir, artefact, { ...author, allowedOrigins }),
    promote: (remote, version) => folder.promoteIn(dir, remote, version, author),
    canary: async () => folder.refuseInFolder('canary'),
    endCanary: async () => folder.refuseInFolder('canary'),
    rollback: (remote, version) => folder.rollbackIn(dir, remote, version, author),
    pin: (remote, version) => folder.pinIn(dir, remote, version, author),
    unpin: (remote) => folder.unpinIn(dir, remote, author),
    disable: (remote, reason) => folder.switchOffIn(dir, remote, reason, author),
    enable: (remote) => folder.switchOnIn(dir, remote, author),
    setRule: async () => folder.refuseInFolder('rule'),
    list: () => folder.listIn(dir),
    versions: (remote) => folder.versionsIn(dir, remote),
    history: async (remote, rows) => (await folder.historyIn(dir, remote)).slice(0, rows),
    compare: (remote, from, to) => folder.compareIn(dir, remote, from, to),
    keys: () => folder.keysIn(dir),
    addKey: async (key) => void (await folder.addKeyIn(dir, key, author)),
    revokeKey: (key) => folder.revokeKeyIn(dir, key.keyId, author),
    preview: async () => folder.refuseInFolder('preview'),
    previews: async () => folder.refuseInFolder('preview'),
    revokePreview: async () => folder.refuseInFolder('preview'),
    people: async () => {
      throw needsConsole('Naming users')
    },
    rebuild: async () => void (await folder.rebuildFolder(dir, author)),
  }
}
