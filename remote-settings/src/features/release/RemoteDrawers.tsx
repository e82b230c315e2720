import type { ReleaseVersion, RemoteOverview } from '@windlass/shared-kit/contract/release'
import { CanaryForm } from './CanaryForm.tsx'
import { CompareDrawer } from './CompareDrawer.tsx'
import { PreviewForm } from './PreviewForm.tsx'
import { RollbackForm } from './RollbackForm.tsx'
import { RuleForm } from './RuleForm.tsx'
import type { ReleaseActions } from './useReleases.ts'

interface Props {
  row: RemoteOverview
  versions: readonly ReleaseVersion[]
  older: readonly ReleaseVersion[]
  /** The version that would be promoted next, for a drawer that names none. */
  next: string
  /** From the address: which drawer, and about which version. */
  open: string
  version: string
  /** Whether versions and history are here. */
  isReady: boolean
  actions: ReleaseActions
  onClose: () => void
}

/** The drawers of an area's page; the address says which one is open, so that it survives a refresh. */
export function RemoteDrawers({ row, versions, older, next, open, version, isReady, actions, onClose }: Props) {
  const shown = version || next
  return (
    <>
      <CanaryForm
        key={`canary ${shown} ${open}`}
        open={open === 'canary'}
        row={row}
        version={shown}
        onSubmit={actions.startCanary}
        onClose={onClose}
      />
      <RollbackForm
        key={`rollback ${version} ${open}`}
        // What it proposes depends on both lists, so it waits for them.
        open={open === 'rollback' && isReady}
        row={row}
        older={older}
        version={version}
        onSubmit={actions.rollback}
        onClose={onClose}
      />
      <RuleForm key={`rule ${open}`} open={open === 'rule'} row={row} onSubmit={actions.setRule} onClose={onClose} />
      <PreviewForm
        key={`preview ${shown}`}
        open={open === 'preview'}
        remote={row.remote}
        version={shown}
        onClose={onClose}
      />
      <CompareDrawer
        open={open === 'compare'}
        remote={row.remote}
        from={row.stable}
        to={version}
        versions={versions}
        onClose={onClose}
      />
    </>
  )
}
