import type { ReleaseVersion, RemoteOverview } from '@windlass/shared-kit/contract/release'
import type { ReleasePreview } from '@windlass/shared-kit/contract/releasePreview'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { ConfirmDanger } from '@windlass/shared-kit/ui'
import { ConfirmChange } from './ConfirmChange.tsx'
import { failsMore, failureRate, formatShare } from './releaseFigures.ts'
import { TurnOffDialog } from './TurnOffDialog.tsx'
import { usePreviews } from './usePreviews.ts'
import type { ReleaseActions } from './useReleases.ts'

/** A step that is asked about before it is taken. */
export type Question =
  | { kind: 'promote' | 'repair'; version: string }
  | { kind: 'endCanary' | 'pin' | 'turnOff' | 'turnOn' | 'unpin' }
  | { kind: 'revokePreview'; preview: ReleasePreview }

interface Props {
  row: RemoteOverview
  versions: readonly ReleaseVersion[]
  question: Question | undefined
  actions: ReleaseActions
  onClose: () => void
}

/** Says in words what a step does to whom, and takes it. */
export function Questions({ row, versions, question, actions, onClose }: Props) {
  const previews = usePreviews(row.remote)
  const words = useWords({ row, versions })
  if (!question) return null

  const steps: Readonly<Record<Question['kind'], () => Promise<unknown>>> = {
    promote: () => actions.promote(question.kind === 'promote' ? question.version : ''),
    repair: () => actions.promote(question.kind === 'repair' ? question.version : ''),
    endCanary: () => actions.endCanary(),
    pin: () => actions.pin(true),
    unpin: () => actions.pin(false),
    turnOn: () => actions.turnOn(),
    turnOff: async () => undefined,
    revokePreview: () => previews.revoke(question.kind === 'revokePreview' ? question.preview.id : 0),
  }
  if (question.kind === 'turnOff') {
    return <TurnOffDialog row={row} onConfirm={actions.turnOff} onClose={onClose} />
  }
  const { title, explanation, verb, done } = words(question)
  const handleConfirm = async () => {
    await steps[question.kind]()
    toast.success(done)
  }
  const isDanger = question.kind === 'endCanary' || question.kind === 'revokePreview'
  const Dialog = isDanger ? ConfirmDanger : ConfirmChange
  return (
    <Dialog
      open
      title={title}
      explanation={
        <>
          {explanation.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </>
      }
      verb={verb}
      onConfirm={handleConfirm}
      onClose={onClose}
    />
  )
}

function useWords({ row, versions }: Pick<Props, 'row' | 'versions'>) {
  const { t } = useTranslation('settings')
  const { remote, stable, canary, users } = row
  const canaryUsers = versions.find(({ version }) => version === canary?.version)?.users ?? 0
  const find = (wanted: string) => versions.find((one) => one.version === wanted)
  const warnings = (version: string): string[] => {
    const [one, than] = [find(version), find(stable)]
    if (!one || !failsMore(one, than)) return []
    const share = formatShare(failureRate(one))
    return [
      t('release.promoteWords.failsMore', { version, share, stable, than: formatShare(than ? failureRate(than) : 0) }),
    ]
  }
  return (question: Question) => {
    const { kind } = question
    const version = 'version' in question ? question.version : (canary?.version ?? '')
    const name = kind === 'revokePreview' ? question.preview.userName : ''
    const facts = { remote, version: kind === 'pin' || kind === 'unpin' ? stable : version, stable, name }
    const about = (part: string) => t(`release.${kind}.${part}`, facts)
    const explanation = {
      promote: [
        ...warnings(version),
        t('release.promoteWords.who', { count: users, remote, version }),
        ...(canary && canary.version !== version
          ? [t('release.promoteWords.otherCanary', { version: canary.version })]
          : []),
        t('release.openTabs'),
      ],
      repair: [about('explanation')],
      endCanary: [t('release.endCanary.who', { count: canaryUsers, version, stable }), t('release.openTabs')],
      pin: [about('explanation')],
      unpin: [about('explanation')],
      turnOn: [t('release.turnOn.who', { count: users, remote })],
      turnOff: [],
      revokePreview: [about('explanation')],
    }[kind]
    return { title: about('title'), explanation, verb: about('verb'), done: about('done') }
  }
}
