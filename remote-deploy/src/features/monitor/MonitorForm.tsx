import type { Monitor } from '@windlass/shared-kit/contract/monitor'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { FormDrawer } from '@windlass/shared-kit/ui'
import { Tabs } from 'antd'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { CheckNow } from './CheckNow.tsx'
import { EventScript } from './EventScript.tsx'
import { MonitorBaseFields } from './MonitorBaseFields.tsx'
import { MonitorNoticeFields } from './MonitorNoticeFields.tsx'
import { fieldsOf, inputOf, type MonitorFields, TAB_NAMES, type TabName, tabOf } from './monitorFields.ts'
import type { useMonitors } from './useMonitors.ts'

const WIDTH_PX = 680

interface Props {
  /** The monitor to edit; absent for a new one. */
  monitor: Monitor | undefined
  /** Those it may stand below. */
  all: readonly Monitor[]
  onAdd: ReturnType<typeof useMonitors>['add']
  onEdit: ReturnType<typeof useMonitors>['edit']
  onClose: () => void
}

/** One form to add and edit a monitor. */
export default function MonitorForm({ monitor, all, onAdd, onEdit, onClose }: Props) {
  const { t } = useTranslation('deploy')
  const [tab, setTab] = useState<TabName>('base')
  const [wrong, setWrong] = useState<readonly TabName[]>([])
  const handleSubmit = async (fields: MonitorFields) => {
    setWrong([])
    const input = inputOf(fields)
    if (monitor) await onEdit({ ...input, id: monitor.id })
    else await onAdd(input)
    toast.success(t(monitor ? 'monitor.saved' : 'monitor.added', { name: input.name }))
  }
  const content: Record<TabName, ReactNode> = {
    base: <MonitorBaseFields isShown={tab === 'base'} />,
    notice: <MonitorNoticeFields parents={all.filter(({ id }) => id !== monitor?.id)} />,
    success: <EventScript event="success" isShown={tab === 'success'} />,
    fail: <EventScript event="fail" isShown={tab === 'fail'} />,
  }
  return (
    <FormDrawer<MonitorFields>
      open
      title={monitor ? t('monitor.editTitle', { name: monitor.name }) : t('monitor.add')}
      width={WIDTH_PX}
      initialValues={fieldsOf(monitor)}
      submitText={monitor ? undefined : t('monitor.add')}
      onSubmit={handleSubmit}
      // Before the first wrong field takes the cursor, its tab must be there.
      onInvalid={(names) =>
        flushSync(() => {
          setWrong(names.map(tabOf))
          if (names.length > 0) setTab(tabOf(names[0]))
        })
      }
      onClose={onClose}
    >
      <CheckNow />
      <Tabs
        size="small"
        activeKey={tab}
        onChange={(key) => setTab(TAB_NAMES.find((name) => name === key) ?? 'base')}
        items={TAB_NAMES.map((key) => ({
          key,
          children: content[key],
          // Fields on tabs nobody opened are saved and checked too.
          forceRender: true,
          label: <span className={wrong.includes(key) ? 'dm-problem-tab' : undefined}>{t(`monitor.tab.${key}`)}</span>,
        }))}
      />
    </FormDrawer>
  )
}
