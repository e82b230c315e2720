import {
  TrainAdd,
  TrainCancel,
  TrainEdit,
  TrainGoBack,
  TrainList,
  TrainRemove,
  TrainRunDetail,
  TrainRunList,
  TrainStart,
} from '@windlass/shared-kit/contract/deployTrain'
import type { Platform } from '../../platform/platform.ts'
import { rowSnapshot } from '../../platform/rowSnapshot.ts'
import type { DeployModule } from '../deploy/deploy.routes.ts'
import type { ProjectService } from '../project/project.service.ts'
import { createTrainService } from './train.service.ts'
import { startTrainRunner } from './trainRunner.ts'

/** Release trains: several projects deployed in a given order, with one way back for all of them. */
export function trainModule(platform: Platform, services: { projects: ProjectService; deploys: DeployModule }): void {
  const { mount, db } = platform
  const snapshot = rowSnapshot(db, 'deployTrain', 'namespace')
  const tools = { ...platform, ...services }
  const trains = createTrainService(tools)
  startTrainRunner(tools)

  mount(TrainList, async (_input, caller) => ({ list: await trains.list(caller) }))
  mount(TrainAdd, async (input, caller) => ({ id: await trains.add(caller, input) }))
  mount(
    TrainEdit,
    async ({ id, ...fields }, caller) => {
      await trains.edit(caller, id, fields)
      return null
    },
    snapshot,
  )
  mount(
    TrainRemove,
    async ({ id }, caller) => {
      await trains.remove(caller, id)
      return null
    },
    snapshot,
  )
  mount(TrainStart, async ({ id }, caller) => ({ id: await trains.start(caller, id) }))
  mount(TrainCancel, async ({ id }, caller) => {
    await trains.cancel(caller, id)
    return null
  })
  mount(TrainGoBack, async ({ id }, caller) => {
    await trains.goBack(caller, id)
    return null
  })
  mount(TrainRunList, (input, caller) => trains.runs(caller, input))
  mount(TrainRunDetail, ({ id }, caller) => trains.run(caller, id))
}
