import { ArrowLeftOutlined, ArrowRightOutlined, ArrowUpOutlined, HomeOutlined, ReloadOutlined } from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button, Dropdown } from 'antd'
import type { ReactElement } from 'react'
import { seenName } from './namePieces.ts'
import { PathBar } from './PathBar.tsx'
import type { PaneState } from './usePane.ts'

/** The ways to another folder: back, forward, up, home, the folders on the way, and a path that is typed. */
export function PaneNavigation({ pane, side }: { pane: PaneState; side: 0 | 1 }) {
  const { t } = useTranslation('server')
  const { history, ready, listing } = pane
  return (
    <div className="sftp-navigation">
      <StepButton
        icon={<ArrowLeftOutlined />}
        name={t('sftp.back')}
        paths={history.back.toReversed()}
        onStep={(steps) => pane.travel(-steps)}
      />
      <StepButton
        icon={<ArrowRightOutlined />}
        name={t('sftp.forward')}
        paths={history.forward}
        onStep={(steps) => pane.travel(steps)}
      />
      <IconButton
        icon={<ArrowUpOutlined />}
        name={t('sftp.up')}
        isDisabled={history.path === '/' || history.path === ''}
        onClick={() => pane.goUp()}
      />
      <IconButton
        icon={<HomeOutlined />}
        name={t('sftp.home')}
        isDisabled={!ready}
        onClick={() => ready && pane.goTo(ready.home)}
      />
      <PathBar pane={pane} label={t(side === 0 ? 'sftp.leftPath' : 'sftp.rightPath')} />
      <IconButton
        icon={<ReloadOutlined spin={listing.isReading} />}
        name={t('sftp.command.refresh')}
        onClick={() => pane.refresh()}
      />
    </div>
  )
}

interface IconButtonProps {
  icon: ReactElement
  name: string
  isDisabled?: boolean
  onClick?: () => void
}

function IconButton({ icon, name, isDisabled = false, onClick }: IconButtonProps) {
  return (
    <Button
      type="text"
      size="small"
      icon={icon}
      aria-label={name}
      title={name}
      disabled={isDisabled}
      onClick={onClick}
    />
  )
}

interface StepProps {
  icon: ReactElement
  name: string
  /** The nearest first. */
  paths: readonly string[]
  onStep: (steps: number) => void
}

/** One step by a click; several by the right button or a long press. */
function StepButton({ icon, name, paths, onStep }: StepProps) {
  const items = paths.map((path, index) => ({ key: String(index + 1), label: <bdi>{seenName(path)}</bdi> }))
  return (
    <Dropdown
      trigger={['contextMenu']}
      disabled={paths.length === 0}
      menu={{ items, onClick: ({ key }) => onStep(Number(key)), className: 'sftp-history' }}
    >
      <span>
        <IconButton icon={icon} name={name} isDisabled={paths.length === 0} onClick={() => onStep(1)} />
      </span>
    </Dropdown>
  )
}
