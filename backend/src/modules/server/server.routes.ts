import { Code } from '@windlass/shared-kit/contract'
import {
  ServerAcceptHostKey,
  ServerAdd,
  ServerBoundProjectList,
  ServerCheck,
  ServerEdit,
  ServerList,
  ServerOptionList,
  ServerPublicKey,
  ServerToggle,
  ServerUnbindProject,
} from '@windlass/shared-kit/contract/server'
import { ServerChangeTags, ServerImport, ServerToggleMany } from '@windlass/shared-kit/contract/serverBulk'
import { ServerDiagnose, ServerDiagnoseStored, ServerHostKeyList } from '@windlass/shared-kit/contract/serverDiagnosis'
import type { FastifyRequest } from 'fastify'
import { AppError, failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { rowSnapshot, rowsSnapshot } from '../../platform/rowSnapshot.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'
import { readPublicKey } from './publicKey.ts'
import { createServerService, type ServerService } from './server.service.ts'
import { createServerStore } from './server.store.ts'
import { createServerTagStore } from './serverTag.store.ts'

async function uploadedFile(request: FastifyRequest): Promise<Buffer> {
  const part = request.isMultipart() ? await request.file() : undefined
  if (!part) throw new AppError(Code.IllegalParameter, 'no file was sent; choose one')
  const file = await part.toBuffer().catch((error: unknown) => {
    if (part.file.truncated) throw failed('the file is larger than 1 MiB; split it')
    throw error
  })
  return file
}

/** Nobody waits for an answer any more once the page that asked has gone. */
function leaving(request: FastifyRequest): AbortSignal {
  const gone = new AbortController()
  request.raw.socket.once('close', () => gone.abort(new AppError(Code.Failed, 'the page that asked is gone')))
  return gone.signal
}

/** Servers that are deployed to and operated. */
export function serverModule(platform: Platform): ServerService {
  const servers = createServerService(platform)
  mountLook(platform, servers)
  mountChange(platform, servers)
  return servers
}

function mountLook({ mount, db, ssh }: Platform, servers: ServerService): void {
  const store = createServerStore(db)
  mount(ServerList, async (_input, caller) => ({ list: await servers.list(caller) }))
  mount(ServerOptionList, async (_input, { namespaceId }) => {
    const rows = await store.options(namespaceId)
    const times = (row: (typeof rows)[number]) => ({
      insertTime: formatTimestamp(row.insertTime),
      updateTime: formatTimestamp(row.updateTime),
    })
    return { list: rows.map((row) => ({ ...row, ...times(row) })) }
  })
  mount(ServerBoundProjectList, async ({ id }, caller) => ({ list: await servers.bindings(caller, id) }))
  mount(ServerPublicKey, async ({ path }) => ({ key: await readPublicKey(ssh.keyFiles, path) }))
  mount(ServerCheck, (input, caller) => servers.check(caller, input))
  mount(ServerDiagnose, ({ runId, ...input }, caller, { request }) =>
    servers.diagnose(caller, input, { runId, signal: leaving(request) }),
  )
  mount(ServerDiagnoseStored, ({ id, runId }, caller, { request }) =>
    servers.diagnoseStored(caller, id, { runId, signal: leaving(request) }),
  )
  mount(ServerHostKeyList, async ({ id }, caller) => ({ list: await servers.hostKeys(caller, id) }))
}

function mountChange({ mount, db }: Platform, servers: ServerService): void {
  const snapshot = rowSnapshot(db, 'server', 'namespace', ['osInfo'])
  mount(ServerAcceptHostKey, async ({ fingerprint, ...place }, caller) => {
    await servers.acceptHostKey(caller, place, fingerprint)
    return null
  })
  mount(ServerAdd, async (input, caller) => ({ id: await servers.add(caller, input) }))
  mount(
    ServerEdit,
    async ({ id, ...input }, caller) => {
      await servers.edit(caller, id, input)
      return null
    },
    snapshot,
  )
  mount(
    ServerToggle,
    async ({ id, state }, caller) => {
      await servers.toggle(caller, [id], state)
      return null
    },
    snapshot,
  )
  mount(
    ServerToggleMany,
    async ({ ids, state }, caller) => {
      await servers.toggle(caller, ids, state)
      return null
    },
    rowsSnapshot(db, 'server', 'namespace', ['osInfo']),
  )
  mount(
    ServerChangeTags,
    async ({ ids, ...tags }, caller) => {
      await servers.changeTags(caller, ids, tags)
      return null
    },
    async ({ ids }, { namespaceId }) => {
      const tags = await createServerTagStore(db).all(namespaceId)
      return Object.fromEntries(ids.map((id) => [id, { tags: tags.get(id) ?? [] }]))
    },
  )
  mount(ServerImport, async (_input, caller, { request }) => {
    await servers.importCsv(caller, await uploadedFile(request))
    return null
  })
  mount(
    ServerUnbindProject,
    async ({ ids }, caller) => {
      await servers.unbindProjects(caller, ids)
      return null
    },
    rowsSnapshot(db, 'projectServer', 'everywhere'),
  )
}
