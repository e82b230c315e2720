import { DemoCreate, DemoRemove, DemoState } from '@windlass/shared-kit/contract/demo'
import type { Platform } from '../../platform/platform.ts'
import type { ProjectService } from '../project/project.service.ts'
import type { ServerService } from '../server/server.service.ts'
import { createDemoService, type DemoService } from './demo.service.ts'

/** The demo: made and removed with one click. */
export function demoModule(
  platform: Platform,
  services: { servers: ServerService; projects: ProjectService },
): DemoService {
  const demo = createDemoService(platform, services)
  platform.mount(DemoState, (_input, { namespaceId }) => demo.status(namespaceId))
  platform.mount(DemoCreate, (_input, caller) => demo.create(caller))
  platform.mount(DemoRemove, async (_input, caller) => {
    await demo.remove(caller)
    return null
  })
  return demo
}
