import './toolbox.css'
import { TOOLBOX_WIDTH_PX } from '@windlass/shared-kit/contract/limits'
import { useTranslation } from '@windlass/shared-kit/i18n'
import type { DialogProps } from '@windlass/shared-kit/remote'
import { useIsMobile, useUrlState } from '@windlass/shared-kit/ui'
import { Modal, Segmented, Skeleton } from 'antd'
import { type ComponentType, lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { recall, remember } from './remembered.ts'
import { TOOLS, type ToolProps } from './tools/tools.ts'

const LAST_TOOL = 'last'
const COMPONENTS = new Map<string, ComponentType<ToolProps>>(TOOLS.map(({ id, load }) => [id, lazy(load)]))
const isTool = (id: string) => COMPONENTS.has(id)

const firstTool = () => TOOLS[0]?.id ?? ''

/** The tool asked for, else the one used last, else the first. */
function toolFor(item: string): string {
  if (isTool(item)) return item
  const last = recall(LAST_TOOL)
  return isTool(last) ? last : firstTool()
}

/** The developer's toolbox: 600 px, the whole window when narrow, not closed by clicking beside it (Specification 2). */
export default function ToolboxDialog({ item, open, onClose }: DialogProps) {
  const { t } = useTranslation('toolbox')
  const isMobile = useIsMobile()
  const url = useUrlState({ tool: '' })
  const [tool, setTool] = useState(() => toolFor(item))
  // Once shown a tool stays, with what was typed and where it was scrolled to.
  const [visited, setVisited] = useState<readonly string[]>([])

  const show = (id: string) => {
    setTool(id)
    setVisited((before) => (before.includes(id) ? before : [...before, id]))
    remember(LAST_TOOL, id)
    // So that the address of what is seen can be sent to somebody.
    url.change({ tool: id })
  }
  const handleOpenChange = useEffectEvent(() => {
    if (open) show(toolFor(item))
  })
  useEffect(() => handleOpenChange(), [open, item])

  const close = () => {
    url.change({ tool: '' })
    onClose()
  }
  return (
    <Modal
      className="toolbox"
      title={t('route.toolbox')}
      open={open}
      onCancel={close}
      footer={null}
      width={isMobile ? '100%' : TOOLBOX_WIDTH_PX}
      rootClassName={isMobile ? 'toolbox-full' : undefined}
      mask={{ closable: false }}
      keyboard
      focusable={{ trap: true }}
    >
      <Segmented
        block
        aria-label={t('tools')}
        value={tool}
        options={TOOLS.map(({ id }) => ({ value: id, label: t(`route.${id}`) }))}
        onChange={show}
      />
      {visited.map((id) => (
        <section key={id} hidden={id !== tool} aria-label={t(`route.${id}`)}>
          <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 6 }} />}>
            <ToolView id={id} isShown={open && id === tool} />
          </Suspense>
        </section>
      ))}
    </Modal>
  )
}

function ToolView({ id, isShown }: ToolProps & { id: string }) {
  const Component = COMPONENTS.get(id)
  return Component && <Component isShown={isShown} />
}
