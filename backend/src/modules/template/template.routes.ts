import {
  type Template,
  TemplateAdd,
  TemplateEdit,
  TemplateOptionList,
  TemplateRemove,
} from '@windlass/shared-kit/contract/template'
import type { Platform } from '../../platform/platform.ts'
import { rowSnapshot } from '../../platform/rowSnapshot.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'
import { createTemplateService, parametersOf, type TemplateService } from './template.service.ts'
import type { TemplateRecord } from './template.store.ts'

const templateRow = (row: TemplateRecord): Template => {
  const { id, type, name, content, description, version, editorName, updateTime, namespaceId } = row
  return {
    ...{ id, type, name, content, description, version, editorName },
    parameters: parametersOf(row),
    isShared: namespaceId === 0,
    updateTime: formatTimestamp(updateTime),
  }
}

/** Saved scripts. */
export function templateModule(platform: Platform): TemplateService {
  const { mount, db } = platform
  const templates = createTemplateService(platform)
  mount(TemplateOptionList, async ({ type }, caller) => ({
    list: (await templates.list(caller, type)).map(templateRow),
  }))
  mount(TemplateAdd, async (input, caller) => ({ id: await templates.add(caller, input) }))
  mount(
    TemplateEdit,
    async (input, caller) => {
      await templates.edit(caller, input)
      return null
    },
    rowSnapshot(db, 'template', 'namespace'),
  )
  mount(
    TemplateRemove,
    async ({ id }, caller) => {
      await templates.remove(caller, id)
      return null
    },
    rowSnapshot(db, 'template', 'namespace'),
  )
  return templates
}
