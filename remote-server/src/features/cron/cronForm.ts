import type { InputOf } from '@windlass/shared-kit/contract'
import { type Cron, type CronAdd, CronLogLevel } from '@windlass/shared-kit/contract/cron'
import { NotifyType } from '@windlass/shared-kit/contract/enums'
import { CHANNELS } from '../../components/notice/channels.ts'

type CronInput = Omit<InputOf<typeof CronAdd>, 'serverId'>

/** What the form holds. */
export interface CronFields {
  expression: string
  command: string
  singleMode: number
  logLevel: number
  description: string
  isEnabled: boolean
  notifyType: NonNullable<CronInput['notifyType']>
  notifyTarget: string
}

/** What a new task starts with: success is told of too, because only then a run that is missing can be. */
const NEW: CronFields = {
  ...{ expression: '', command: '', singleMode: 1, logLevel: CronLogLevel.Output, description: '', isEnabled: true },
  ...{ notifyType: NotifyType.None, notifyTarget: '' },
}

/** Expressions that are chosen instead of written. */
export const QUICK = {
  minutes: '0 */5 * * * *',
  hourly: '0 0 * * * *',
  daily: '0 0 3 * * *',
  weekly: '0 0 3 * * 1',
  monthly: '0 0 3 1 * *',
  yearly: '0 0 3 1 1 *',
} as const

/** What the form starts with. */
export function fieldsOf(task: Cron | undefined): CronFields {
  if (!task) return NEW
  const { expression, command, singleMode, logLevel, description, isEnabled = true, notifyTarget = '' } = task
  return {
    ...{ expression, command, description, isEnabled, notifyTarget },
    // Whatever else is stored means the same to agents.
    singleMode: singleMode === 1 ? 1 : 0,
    logLevel: Math.min(logLevel, CronLogLevel.Errors),
    notifyType: CHANNELS.find((channel) => channel === task.notifyType) ?? NotifyType.None,
  }
}

/** What the form sends. */
export const inputOf = ({ notifyType, notifyTarget = '', ...fields }: CronFields): CronInput => ({
  ...fields,
  expression: fields.expression.trim(),
  command: fields.command.trim(),
  description: fields.description.trim(),
  notifyType,
  notifyTarget: notifyType === NotifyType.None ? '' : notifyTarget.trim(),
})

/** What a shell would do something about, and an agent does not. */
const SHELL = /[|&;<>()$`"'*?~{}\\]|^[A-Za-z_]\w*=/

/** Whether a command looks as if a shell were to read it. */
export const looksLikeShell = (command: string): boolean => SHELL.test(command.trim())

/** The words of a command, as an agent takes them. */
export const wordsOf = (command: string): string[] => command.split(/\s+/).filter((word) => word !== '')
