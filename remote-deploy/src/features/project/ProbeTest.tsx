import type { HealthProbe } from '@windlass/shared-kit/contract/deployPolicy'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { StateMark } from '@windlass/shared-kit/ui'
import { Button, Form, Select } from 'antd'
import { useState } from 'react'
import { probeProblem } from './policyRules.ts'
import type { ProjectFields } from './projectFields.ts'
import { useProbeTest } from './usePolicyChoices.ts'
import { useChoices } from './useProjects.ts'

/** Asks the probe once, now, as for one of the servers that the form holds. */
export function ProbeTest({ probe }: { probe: HealthProbe }) {
  const { t } = useTranslation('deploy')
  const { servers } = useChoices()
  const bound: number[] = Form.useWatch<ProjectFields['serverIds']>('serverIds') ?? []
  const [chosen, setChosen] = useState<number>()
  const test = useProbeTest()
  const serverId = chosen !== undefined && bound.includes(chosen) ? chosen : bound[0]
  if (serverId === undefined) return <p className="wl-faint dp-flat">{t('rollout.testNeedsServer')}</p>
  const names = (servers.data ?? []).filter(({ id }) => bound.includes(id))
  return (
    <div className="dp-probe-test">
      <Select
        aria-label={t('rollout.testOn')}
        value={serverId}
        onChange={setChosen}
        options={names.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Button
        loading={test.isPending}
        disabled={probeProblem(probe) !== undefined}
        onClick={() => test.mutate({ serverId, probe: { ...probe, target: probe.target.trim() } })}
      >
        {t('rollout.test')}
      </Button>
      <output>
        {test.data && (
          <StateMark state={test.data.isHealthy ? 'success' : 'failed'}>
            {t('rollout.tested', { message: test.data.message, ms: test.data.durationMs })}
          </StateMark>
        )}
        {test.error && <StateMark state="failed">{test.error.message}</StateMark>}
      </output>
    </div>
  )
}
