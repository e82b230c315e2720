import type { RemoteOverview } from '@windlass/shared-kit/contract/release'
import { MonoText } from '@windlass/shared-kit/ui'
import { ShareBar } from './ShareBar.tsx'
import { useAudienceText } from './useAudienceText.ts'

const PERCENT = 100

/** The next version and who gets it, in one line. */
export function CanaryCell({ canary }: Pick<RemoteOverview, 'canary'>) {
  const audienceText = useAudienceText()
  if (!canary) return <span className="wl-faint">–</span>
  const who = audienceText(canary.audience)
  return (
    <span className="rl-canary">
      <MonoText>{canary.version}</MonoText>
      {canary.audience.percent > 0 && <ShareBar share={canary.audience.percent / PERCENT} />}
      <span className="rl-cut" title={who}>
        {who}
      </span>
    </span>
  )
}
