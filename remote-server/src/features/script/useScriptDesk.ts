import type { ScriptRun } from '@windlass/shared-kit/contract/serverScript'
import type { Template } from '@windlass/shared-kit/contract/template'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useNamespace, useUser } from '@windlass/shared-kit/session'
import { useUrlState } from '@windlass/shared-kit/ui'
import { useState } from 'react'
import { type Limits, USUAL_LIMITS } from '../../components/run/RunLimits.tsx'
import { parameterProblem, startValue } from './parameterProblem.ts'
import { type Draft, readDraft, writeDraft } from './scriptDraft.ts'
import { useScripts } from './useScripts.ts'

type Values = Record<string, string>

const startValues = (template: Template | undefined): Values =>
  Object.fromEntries((template?.parameters ?? []).map((parameter) => [parameter.name, startValue(parameter)]))

const isWrong = (template: Template | undefined, values: Values) =>
  template?.parameters?.some((parameter) => parameterProblem(parameter, values[parameter.name] ?? '')) === true

const readIds = (text: string) => [
  ...new Set(
    text
      .split(',')
      .map(Number)
      .filter((id) => Number.isInteger(id) && id > 0),
  ),
]

/** The text somebody writes, which this tab remembers for each namespace. */
function useDraft() {
  const userId = useUser()?.id ?? 0
  const namespaceId = useNamespace().id
  const [draft, setDraft] = useState<Draft>(() => readDraft(userId, namespaceId))
  const write = (change: Partial<Draft>) => {
    const next = { ...draft, ...change }
    setDraft(next)
    writeDraft(userId, namespaceId, next)
  }
  return { draft, write }
}

/** What of a run can be filled in again: secrets are asked for once more. */
function valuesOf(run: ScriptRun, template: Template | undefined) {
  const isSecret = (name: string) =>
    template?.parameters?.some((parameter) => parameter.name === name && parameter.type === 'secret') === true
  const open = run.values.filter(({ name }) => !isSecret(name))
  return {
    values: Object.fromEntries(open.map(({ name, value }) => [name, value])),
    isWhole: !run.values.some(({ name, value }) => isSecret(name) && value !== ''),
  }
}

/** What is on the desk of somebody who runs scripts: the text, its template and values, the servers, and a run. */
export function useScriptDesk() {
  const { t } = useTranslation('server')
  const url = useUrlState({ servers: '', run: '', view: '' })
  const scripts = useScripts()
  const { draft, write } = useDraft()
  const [given, setGiven] = useState<Values>({})
  const [limits, setLimits] = useState<Limits>(USUAL_LIMITS)
  const [isTried, setTried] = useState(false)
  const [asked, setAsked] = useState<readonly number[]>()
  const template = scripts.templates.data?.find(({ id }) => id === draft.templateId)
  const parameters = template?.parameters ?? []
  const values = { ...startValues(template), ...given }
  const serverIds = readIds(url.values.servers)

  const ask = (ids: readonly number[] = serverIds) => {
    setTried(true)
    if (isWrong(template, values)) return void toast.error(t('script.valuesWrong'))
    if (ids.length === 0) return void toast.error(t('script.chooseServers'))
    if (draft.script.trim() !== '') setAsked(ids)
  }
  return {
    ...{ url, serverIds, scripts, limits, setLimits, template, parameters, values, isTried },
    setValues: setGiven,
    script: draft.script,
    setScript: (script: string) => write({ script }),
    /** Whether a text would be lost that is saved nowhere. */
    isUnsaved: draft.script.trim() !== '' && draft.script !== template?.content,
    /** Leaves the text where it is when there is no template. */
    take: (next: Template | undefined) => {
      write({ templateId: next?.id ?? 0, ...(next && { script: next.content }) })
      setGiven({})
      setTried(false)
    },
    attach: (templateId: number) => write({ templateId }),
    /** Puts a run of the past on the desk again; its secrets are asked for once more. */
    takeRun: (run: ScriptRun, servers: readonly number[]) => {
      write({ script: run.script, templateId: run.templateId })
      const { values: known, isWhole } = valuesOf(
        run,
        scripts.templates.data?.find(({ id }) => id === run.templateId),
      )
      setGiven(known)
      setLimits({ concurrency: run.concurrency, seconds: run.seconds })
      setTried(false)
      url.change({ servers: servers.join(',') })
      // Asked at once, unless somebody has to fill something in first.
      if (isWhole) setAsked(servers)
    },
    asked,
    setAsked,
    ask: () => ask(),
    run: async () => {
      if (!asked) return
      const how = template ? { templateId: template.id, values } : {}
      const { id } = await scripts.start({ serverIds: [...asked], script: draft.script, ...limits, ...how })
      url.visit({ run: String(id) })
    },
  }
}

export type ScriptDesk = ReturnType<typeof useScriptDesk>
