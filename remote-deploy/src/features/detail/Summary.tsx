import type { DeployStage, PublishTrace } from '@windlass/shared-kit/contract/deploy'
import type { CommitInfo } from '@windlass/shared-kit/contract/repository'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { CopyButton, TimeText } from '@windlass/shared-kit/ui'
import { Alert } from 'antd'
import { branchPage, commitPage } from '../../components/repositoryAddress.ts'
import { Stages } from './Stages.tsx'
import { commitOfTrace } from './traceStages.ts'

const SECOND_MS = 1000

interface Props {
  trace: readonly PublishTrace[]
  /** Address of the repository, for links to what was deployed. */
  url: string
  running: DeployStage | ''
}

/** What this deploy is about, why it failed if it did, and its stages. */
export function Summary({ trace, url, running }: Props) {
  const { t } = useTranslation('deploy')
  const commit = commitOfTrace(trace)
  const failures = new Set(trace.filter(({ state }) => state === 0).map(({ detail }) => detail))
  const first = trace[0]
  return (
    <section className="dp-summary" aria-label={t('detail.summary')}>
      {failures.size > 0 && running === '' && (
        <Alert
          type="error"
          showIcon
          title={t('detail.failed')}
          description={<pre className="dp-reason">{[...failures].join('\n\n')}</pre>}
        />
      )}
      <dl>
        {commit?.commit && <Commit commit={commit} url={url} />}
        {commit?.branch && (
          <div>
            <dt>{t('branch')}</dt>
            <dd>
              <OutLink to={branchPage(url, commit.branch)}>{commit.branch}</OutLink>
            </dd>
          </div>
        )}
        {first && (
          <div>
            <dt>{t('publisher')}</dt>
            <dd>
              {first.publisherName} · <TimeText value={first.insertTime} />
            </dd>
          </div>
        )}
      </dl>
      <Stages trace={trace} running={running} />
    </section>
  )
}

/** A name that leads to the repository's own pages, where it has some. */
function OutLink({ to, children }: { to: string | undefined; children: string }) {
  const name = <code className="dp-mono">{children}</code>
  if (!to) return name
  return (
    <a href={to} target="_blank" rel="noreferrer">
      {name}
    </a>
  )
}

interface CommitProps {
  commit: Partial<CommitInfo>
  url: string
}

function Commit({ commit: { commit: id = '', message, author, timestamp, diff }, url }: CommitProps) {
  const { t } = useTranslation('deploy')
  return (
    <div>
      <dt>{t('commit')}</dt>
      <dd>
        <OutLink to={commitPage(url, id)}>{id.slice(0, 8)}</OutLink>{' '}
        <CopyButton text={id} label={t('detail.copyCommit')} /> {message}
        {author && <span className="wl-faint"> · {author}</span>}
        {timestamp ? (
          <span className="wl-faint">
            {' · '}
            <TimeText value={timestamp * SECOND_MS} />
          </span>
        ) : null}
        {diff && (
          <details className="dp-diff">
            <summary>{t('publish.changes')}</summary>
            <pre>{diff}</pre>
          </details>
        )}
      </dd>
    </div>
  )
}
