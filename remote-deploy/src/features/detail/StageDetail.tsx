import { useQuery } from '@tanstack/react-query'
import { DeployTraceDetail } from '@windlass/shared-kit/contract/deploy'
import { call } from '@windlass/shared-kit/http'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { LoadState, TimeText } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { useState } from 'react'
import type { StageRow } from './traceStages.ts'

/** What ran in a stage, and what it wrote: at once where it failed, else when somebody asks. */
export default function StageDetail({ stage }: { stage: StageRow }) {
  const { t } = useTranslation('deploy')
  const { time, script, command, detail } = stage
  return (
    <div className="dp-stage-detail">
      <p className="wl-faint">
        <TimeText value={time} isExact />
      </p>
      {command && <Text label={t('stage.command')} text={command} />}
      {script && <Text label={t('stage.script')} text={script} />}
      {detail ? <Text label={t('stage.output')} text={detail} /> : <Output id={stage.id} />}
    </div>
  )
}

function Output({ id }: { id: number }) {
  const { t } = useTranslation('deploy')
  const [isWanted, setWanted] = useState(false)
  const output = useQuery({
    queryKey: ['deploy', 'output', id],
    queryFn: ({ signal }) => call(DeployTraceDetail, { id }, { signal }),
    select: ({ detail }) => detail,
    enabled: isWanted,
    // What a stage wrote is written once.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!isWanted) {
    return (
      <Button size="small" type="link" onClick={() => setWanted(true)}>
        {t('stage.showOutput')}
      </Button>
    )
  }
  return (
    <LoadState of={output}>
      {output.data ? (
        <Text label={t('stage.output')} text={output.data} />
      ) : (
        <p className="wl-faint">{t('stage.noOutput')}</p>
      )}
    </LoadState>
  )
}

function Text({ label, text }: { label: string; text: string }) {
  return (
    <figure>
      <figcaption className="wl-faint">{label}</figcaption>
      {/* A place that scrolls must be reachable from the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the keyboard */}
      <pre tabIndex={0}>{text}</pre>
    </figure>
  )
}
