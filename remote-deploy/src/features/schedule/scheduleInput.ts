import type { InputOf } from '@windlass/shared-kit/contract'
import type { CustomVariable } from '@windlass/shared-kit/contract/project'
import type { ProjectTaskAdd, ProjectTaskPreview } from '@windlass/shared-kit/contract/projectTask'

/** How often a deploy is repeated; `cron` is an expression of one's own. */
export const REPETITIONS = ['once', 'daily', 'weekdays', 'weekly', 'cron'] as const
export type Repetition = (typeof REPETITIONS)[number]

/** What the form holds. */
export interface ScheduleValues {
  branch?: string
  revision: 'commit' | 'newest'
  commit?: string
  /** As the browser's own field gives it, without zone: `2026-12-24T18:30`. */
  time: string
  zone: string
  repetition: Repetition
  cron?: string
  where: 'all' | 'some'
  serverIds?: number[]
  variables?: Record<string, string>
}

const TIME = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})/
/** Stands in for a commit where the newest is taken: the wire wants one, and it names the branch's own. */
const NEWEST = 'newest'

const cronOf = ({ repetition, time, cron = '' }: Pick<ScheduleValues, 'repetition' | 'time' | 'cron'>): string => {
  const [, day = '', hour, minute] = TIME.exec(time) ?? []
  const clock = `${Number(minute)} ${Number(hour)}`
  if (repetition === 'daily') return `${clock} * * *`
  if (repetition === 'weekdays') return `${clock} * * 1-5`
  // Read as UTC, in which a day is the day that is written.
  if (repetition === 'weekly') return `${clock} * * ${new Date(`${day}T00:00:00Z`).getUTCDay()}`
  return repetition === 'cron' ? cron.trim() : ''
}

/** When the form means; undefined while it does not say so yet. */
export function whenOf(
  values: Pick<ScheduleValues, 'repetition' | 'time' | 'zone' | 'cron'>,
): InputOf<typeof ProjectTaskPreview> | undefined {
  const [, day, hour, minute] = TIME.exec(values.time) ?? []
  if (day === undefined) return undefined
  const cron = cronOf(values)
  if (values.repetition === 'cron' && cron === '') return undefined
  return { date: `${day} ${hour}:${minute}:00`, zone: values.zone, ...(cron !== '' && { cron }) }
}

/** What is sent for what was filled in. */
export function scheduleInput(
  projectId: number,
  variables: readonly CustomVariable[],
  values: ScheduleValues,
): InputOf<typeof ProjectTaskAdd> {
  const isNewest = values.revision === 'newest'
  return {
    projectId,
    branch: values.branch ?? '',
    commit: isNewest ? NEWEST : (values.commit ?? ''),
    isNewest,
    ...(whenOf(values) ?? { date: values.time, zone: values.zone }),
    ...(values.where === 'some' && { serverIds: values.serverIds ?? [] }),
    ...(variables.length > 0 && {
      customVariables: variables.map((variable) => ({
        ...variable,
        value: (values.variables?.[variable.name] ?? '').trim(),
      })),
    }),
  }
}
