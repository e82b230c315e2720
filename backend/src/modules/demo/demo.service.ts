import { Permission } from '@windlass/shared-kit/contract'
import type { DemoIds } from '@windlass/shared-kit/contract/demo'
import type { Caller } from '../../platform/caller.ts'
import { failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { endLocalSshd } from '../../platform/ssh/localSshd.ts'
import type { ProjectService } from '../project/project.service.ts'
import type { ServerService } from '../server/server.service.ts'
import { createDemoStore } from './demo.store.ts'
import { buildDemo, type DemoTools, missingForDemo } from './demoBuild.ts'
import { createDemoFiles, type DemoPlaces, type DemoRecord } from './demoFiles.ts'
import { createDemoTargets } from './demoTargets.ts'

/** Where a demo stands: with its ids, or why there cannot be one. */
export interface DemoStatus extends DemoIds {
  exists: boolean
  canCreate: boolean
  reason: string
}

/** A sample project with a real repository and a real target on this machine, to try things out without risk. */
export interface DemoService {
  status(namespaceId: number): Promise<DemoStatus>
  /** @throws AppError when there is one already or something is missing on this machine */
  create(caller: Caller): Promise<DemoIds>
  remove(caller: Caller): Promise<void>
  /** Creates one for the first administrator in the first namespace, unless it is there; answers what to tell. */
  createAtStart(): Promise<string>
}

const describePlaces = ({ repository, site }: DemoPlaces, port: number) =>
  `repository ${repository}, deployed to ${site} through an sshd on 127.0.0.1:${port} that only its own key opens`

async function removeDemo({ ssh, files, targets, servers, projects }: DemoTools, caller: Caller, record: DemoRecord) {
  const { namespaceId, projectId, serverId, port, pid } = record
  // Whoever may make a demo may remove it, also when somebody else made it.
  const permissionIds = new Set([...caller.permissionIds, Permission.GetAllProjectList])
  // Refused while it is being deployed, so it comes first.
  if (await projects.find(namespaceId, projectId)) await projects.remove({ ...caller, permissionIds }, projectId)
  await servers.discard(namespaceId, serverId)
  await targets.stop(namespaceId)
  await endLocalSshd(pid, files.places(namespaceId).sshd)
  await ssh.hostKeys.forget({ host: '127.0.0.1', port })
  await files.remove(namespaceId)
}

/** Creates the service; the targets of existing demos start and stop with the console. */
export function createDemoService(
  platform: Platform,
  services: { servers: ServerService; projects: ProjectService },
): DemoService {
  const store = createDemoStore(platform.db)
  const files = createDemoFiles(platform.env.DATA_DIR)
  const tools: DemoTools = { ssh: platform.ssh, store, files, targets: createDemoTargets(platform, files), ...services }
  const busy = new Set<number>()

  /** Two people who press the button at once must not build one demo over the other. */
  const alone = async <Result>(namespaceId: number, run: () => Promise<Result>): Promise<Result> => {
    if (busy.has(namespaceId)) throw failed('the demo is being created or removed right now; try again in a moment')
    busy.add(namespaceId)
    try {
      return await run()
    } finally {
      busy.delete(namespaceId)
    }
  }

  const status = async (namespaceId: number): Promise<DemoStatus> => {
    const record = await files.read(namespaceId)
    if (record) {
      const { projectId, serverId, port } = record
      const reason = `the demo is there: ${describePlaces(files.places(namespaceId), port)}`
      return { exists: true, canCreate: false, reason, projectId, serverId }
    }
    const reason = namespaceId === 0 ? 'choose a namespace first' : await missingForDemo()
    return { exists: false, canCreate: reason === '', reason, projectId: 0, serverId: 0 }
  }

  const create = (caller: Caller) =>
    alone(caller.namespaceId, async () => {
      const { canCreate, reason } = await status(caller.namespaceId)
      if (!canCreate) throw failed(reason)
      return buildDemo(tools, caller)
    })

  return {
    status,
    create,

    remove: (caller) =>
      alone(caller.namespaceId, async () => {
        const record = await files.read(caller.namespaceId)
        if (!record) throw failed('there is no demo in this namespace')
        await removeDemo(tools, caller, record)
      }),

    createAtStart: async () => {
      const first = await store.firstAdministrator()
      const namespace = await store.firstNamespace()
      if (!first || !namespace) throw failed('there is no administrator or no namespace to create the demo for')
      const { exists } = await status(namespace.id)
      if (!exists) {
        await create({
          userId: first.id,
          ...{ account: first.account, name: first.name, isSuperManager: true, namespaceId: namespace.id },
          permissionIds: new Set(Object.values(Permission)),
          ...{ sessionId: '', remoteAddress: '', userAgent: '', referer: '', origin: '' },
        })
      }
      return (await status(namespace.id)).reason
    },
  }
}
