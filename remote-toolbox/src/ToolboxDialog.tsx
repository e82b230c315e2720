import './toolbox.css'
import { TOOLBOX_WIDTH_PX } from '@windlass/shared-kit/contract/limits'
import { useTranslation } from '@windlass/shared-kit/i18n'
import type { DialogProps } from '@windlass/shared-kit/remote'
import { useIsMobile, useUrlState } from '@windlass/shared-kit/ui'
import { Modal, Segmented, Skeleton } from 'antd'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { recall, remember } from './remembered.ts'
import { TOOLS } from './tools/tools.ts'

const LAST_TOOL = 'last'
const VIEWS = TOOLS.map(({ id, load }) => ({ id, View: lazy(load) }))
const isTool = (id: string) => TOOLS.some((tool) => tool.id === id)

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
  const wish = open ? item : undefined
  const [granted, setGranted] = useState<string>()
  if (wish !== granted) {
    setGranted(wish)
    if (wish !== undefined) setTool(toolFor(wish))
  }
  if (open && !visited.includes(tool)) setVisited([...visited, tool])

  const publish = useEffectEvent((shown: string) => {
    remember(LAST_TOOL, shown)
    // So that the address of what is seen can be sent to somebody.
    url.change({ tool: shown })
  })
  useEffect(() => {
    if (open) publish(tool)
  }, [open, tool])

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
        onChange={setTool}
      />
      {VIEWS.filter(({ id }) => visited.includes(id)).map(({ id, View }) => (
        <section key={id} hidden={id !== tool} aria-label={t(`route.${id}`)}>
          <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 6 }} />}>
            <View isShown={open && id === tool} />
          </Suspense>
        </section>
      ))}
    </Modal>
  )
}
