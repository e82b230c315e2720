import type { InputOf } from '@windlass/shared-kit/contract'
import type {
  TemplateAdd,
  TemplateConflict,
  TemplateEdit,
  TemplateParameter,
} from '@windlass/shared-kit/contract/template'
import { RESERVED_NAMES } from '@windlass/shared-kit/contract/template'
import type { Caller } from '../../platform/caller.ts'
import { denied, failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'
import { matches, parameterValue } from './parameterValue.ts'
import { createTemplateStore, type TemplateFields, type TemplateRecord } from './template.store.ts'

const UNKNOWN = 'this template is not there any more; load the list again'
const MASK = '******'

/** What a template makes of the values somebody filled in. */
export interface Filled {
  title: string
  env: Record<string, string>
  /** Values that nobody may read. */
  secrets: string[]
  /** As they may be read. */
  shown: { name: string; value: string }[]
}

/** Saved scripts and what is asked before they run. */
export interface TemplateService {
  list(caller: Caller, type: number): Promise<TemplateRecord[]>
  add(caller: Caller, input: InputOf<typeof TemplateAdd>): Promise<number>
  edit(caller: Caller, input: InputOf<typeof TemplateEdit>): Promise<void>
  remove(caller: Caller, id: number): Promise<void>
  /** Checks values against the parameters of a template. @throws AppError that names the first that is wrong */
  fill(caller: Caller, id: number | undefined, values: Readonly<Record<string, string>>): Promise<Filled>
}

/** The parameters of a row. */
export const parametersOf = ({ parameters }: Pick<TemplateRecord, 'parameters'>): TemplateParameter[] =>
  // Checked before it was stored.
  parameters === '' ? [] : (JSON.parse(parameters) as TemplateParameter[])

function checkParameter(parameter: TemplateParameter): void {
  const { name, type, pattern = '', choices = [] } = parameter
  if (RESERVED_NAMES.includes(name)) throw failed(`a parameter cannot be named ${name}; the system uses it`)
  if (type === 'choice' && choices.length === 0) throw failed(`the choice ${name} needs something to choose from`)
  if (type === 'secret' && parameter.default) throw failed(`the secret ${name} cannot have a default`)
  if (pattern !== '') {
    try {
      matches(pattern, '')
    } catch (error) {
      throw failed(`the pattern of ${name} is none: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  if (parameter.default) parameterValue(parameter, parameter.default)
}

function checked(caller: Caller, input: Omit<InputOf<typeof TemplateAdd>, 'type'>): TemplateFields {
  const { parameters = [], isShared = false, description = '', content } = input
  const name = input.name.trim()
  if (name === '') throw failed('name is a required field')
  if (isShared && !caller.isSuperManager) throw denied('no permission: only super managers share templates')
  const names = parameters.map((parameter) => parameter.name)
  if (new Set(names).size < names.length) throw failed('two parameters have the same name')
  for (const parameter of parameters) checkParameter(parameter)
  return {
    ...{ name, content, description, editorName: caller.name },
    parameters: parameters.length === 0 ? '' : JSON.stringify(parameters),
    namespaceId: isShared ? 0 : caller.namespaceId,
  }
}

/** Creates the rules about templates. */
export function createTemplateService({ db }: Pick<Platform, 'db'>): TemplateService {
  const store = createTemplateStore(db)
  const require = async ({ namespaceId }: Caller, id: number): Promise<TemplateRecord> => {
    const template = await store.find(namespaceId, id)
    if (!template) throw failed(UNKNOWN)
    return template
  }
  const requireOwn = async (caller: Caller, id: number): Promise<void> => {
    const { namespaceId } = await require(caller, id)
    if (namespaceId === 0 && !caller.isSuperManager)
      throw denied('no permission: every namespace uses this template; ask a super manager')
  }
  const conflict = async (caller: Caller, id: number) => {
    const { version, editorName, updateTime } = await require(caller, id)
    const data: TemplateConflict = { version, editorName, updateTime: formatTimestamp(updateTime) }
    return failed(`${editorName || 'somebody'} has changed this template since you loaded it`, data)
  }

  return {
    list: ({ namespaceId }, type) => store.list(namespaceId, type),
    add: (caller, { type, ...input }) => store.add({ ...checked(caller, input), type }),
    edit: async (caller, { id, version, ...input }) => {
      await requireOwn(caller, id)
      if (!(await store.edit(id, version, checked(caller, input)))) throw await conflict(caller, id)
    },
    remove: async (caller, id) => {
      await requireOwn(caller, id)
      await store.remove(id)
    },
    fill: async (caller, id, values) => {
      const template = id === undefined ? undefined : await require(caller, id)
      const parameters = template ? parametersOf(template) : []
      const unknown = Object.keys(values).find((name) => !parameters.some((parameter) => parameter.name === name))
      if (unknown !== undefined) throw failed(`the template has no parameter ${unknown}; load it again`)
      const filled: Filled = { title: template?.name ?? '', env: {}, secrets: [], shown: [] }
      for (const parameter of parameters) {
        const { name } = parameter
        const value = parameterValue(parameter, Object.hasOwn(values, name) ? values[name] : undefined)
        const isSecret = parameter.type === 'secret'
        filled.env[name] = value
        if (isSecret && value !== '') filled.secrets.push(value)
        filled.shown.push({ name, value: isSecret && value !== '' ? MASK : value })
      }
      return filled
    },
  }
}
