import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Permission } from './permission.ts'
import { ById, Created, Id, listOf } from './shapes.ts'

/** What a template is for; 1 is a script. */
export const TemplateType = { Script: 1 } as const

export const PARAMETER_TYPES = ['text', 'number', 'choice', 'switch', 'secret'] as const
export type ParameterType = (typeof PARAMETER_TYPES)[number]

/** Names of parameters are names of environment variables, but none that the system or the console gives a meaning. */
export const PARAMETER_NAME = '^(?!SERVER_|LD_|DYLD_|BASH_)[A-Za-z_][A-Za-z0-9_]{0,63}$'
/** A parameter of this name would change how the script itself is run. */
export const RESERVED_NAMES: readonly string[] = [
  'PATH',
  'HOME',
  'SHELL',
  'USER',
  'LOGNAME',
  'IFS',
  'ENV',
  'PWD',
  'CDPATH',
]
export const PARAMETER_LIMIT = 30
/** Longest value of one parameter. */
export const VALUE_LENGTH = 4096
/** Longest script. */
export const SCRIPT_LENGTH = 512 * 1024

const Text = (maxLength: number) => Type.Optional(Type.String({ maxLength, default: '' }))

/** What somebody is asked for before a template runs; the script finds it in its environment, never in its text. */
export const TemplateParameter = Type.Object({
  name: Type.String({ pattern: PARAMETER_NAME }),
  type: Type.Enum(PARAMETER_TYPES),
  /** What the form calls it; the name when empty. */
  label: Text(100),
  /** What the form starts with; never that of a secret. */
  default: Text(VALUE_LENGTH),
  isRequired: Type.Optional(Type.Boolean({ default: false })),
  /** A regular expression that the whole value must match; "" takes any. */
  pattern: Text(200),
  /** Of a choice. */
  choices: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 50, default: [] })),
})
export type TemplateParameter = Static<typeof TemplateParameter>

export const Template = Type.Object({
  id: Type.Integer(),
  type: Type.Integer(),
  name: Type.String(),
  content: Type.String(),
  description: Type.String(),
  /** This and what follows is absent when the server is one that does not send it. */
  parameters: Type.Optional(Type.Array(TemplateParameter)),
  /** Counts the changes; an edit names the one it began with. */
  version: Type.Optional(Type.Integer()),
  /** In every namespace; only super managers change it. */
  isShared: Type.Optional(Type.Boolean()),
  editorName: Type.Optional(Type.String()),
  updateTime: Type.Optional(Type.String()),
})
export type Template = Static<typeof Template>

/** Somebody else has changed the template meanwhile. */
export const TemplateConflict = Type.Object({
  version: Type.Integer(),
  editorName: Type.String(),
  updateTime: Type.String(),
})
export type TemplateConflict = Static<typeof TemplateConflict>

const Fields = {
  name: Type.String({ minLength: 1, maxLength: 255 }),
  content: Type.String({ minLength: 1, maxLength: SCRIPT_LENGTH }),
  description: Text(2047),
  parameters: Type.Optional(Type.Array(TemplateParameter, { maxItems: PARAMETER_LIMIT, default: [] })),
  isShared: Type.Optional(Type.Boolean({ default: false })),
}

/** The templates of the namespace and the shared ones, newest first. */
export const TemplateOptionList = endpoint({
  method: 'GET',
  path: '/template/getOption',
  access: [Permission.ShowServerScriptPage, Permission.ShowTerminalPage],
  input: Type.Object({ type: Type.Integer({ minimum: 1, maximum: 255 }) }),
  output: listOf(Template),
})

export const TemplateAdd = endpoint({
  method: 'POST',
  path: '/template/add',
  access: [Permission.ShowServerScriptPage],
  input: Type.Object({ type: Type.Integer({ minimum: 1, maximum: 255 }), ...Fields }),
  output: Created,
  logged: true,
})

/** Refused with a `TemplateConflict` when the version is not the present one. */
export const TemplateEdit = endpoint({
  method: 'PUT',
  path: '/template/edit',
  access: [Permission.ShowServerScriptPage],
  input: Type.Object({ id: Id, version: Type.Integer({ minimum: 1 }), ...Fields }),
  logged: true,
})

export const TemplateRemove = endpoint({
  method: 'DELETE',
  path: '/template/remove',
  access: [Permission.ShowServerScriptPage],
  input: ById,
  logged: true,
})
