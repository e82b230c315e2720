import { Permission } from '@windlass/shared-kit/contract/permission'
import type { RuleFiring, ServerRule } from '@windlass/shared-kit/contract/serverRule'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { usePageActive } from '@windlass/shared-kit/remote'
import { ConfirmDanger, MonoText, StateMark, TimeText, useIsMobile, useNow } from '@windlass/shared-kit/ui'
import { type DataColumn, DataTable } from '@windlass/shared-kit/ui/table'
import { Button, Drawer, Tabs } from 'antd'
import { useState } from 'react'
import { useMinutesText } from './useMinutesText.ts'
import { useRuleHistory, useRules } from './useRules.ts'

const WIDTH_PX = 960

interface Props {
  serverId: number
  tab: string
  onTab: (tab: string) => void
  onNew: () => void
  onEdit: (id: number) => void
  onClose: () => void
}

/** The warning rules of a server, and when they warned. */
export default function RuleDrawer({ serverId, tab, onTab, onNew, onEdit, onClose }: Props) {
  const { t } = useTranslation('server')
  const isMobile = useIsMobile()
  const isActive = usePageActive()
  return (
    <Drawer
      open={isActive}
      title={t('rule.title')}
      size={isMobile ? '100%' : WIDTH_PX}
      closable={{ 'aria-label': t('rule.close') }}
      onClose={onClose}
    >
      <Tabs
        size="small"
        activeKey={tab === 'history' ? 'history' : 'list'}
        onChange={onTab}
        items={[
          { key: 'list', label: t('rule.list'), children: <Rules {...{ serverId, onNew, onEdit }} /> },
          { key: 'history', label: t('rule.history'), children: <History serverId={serverId} /> },
        ]}
      />
    </Drawer>
  )
}

const ruleText = ({ formula, item, operator, value }: ServerRule) => `${formula} ${item} ${operator} ${value}`

function Rules({ serverId, onNew, onEdit }: Pick<Props, 'serverId' | 'onNew' | 'onEdit'>) {
  const { t } = useTranslation('server')
  const rules = useRules(serverId)
  const [removing, setRemoving] = useState<ServerRule>()
  const add = (
    <Can any={[Permission.AddServerWarningRule]}>
      <Button type="primary" onClick={onNew}>
        {t('agent.addRule')}
      </Button>
    </Can>
  )
  const handleRemove = async () => {
    if (!removing) return
    await rules.remove(removing.id)
    toast.success(t('rule.removed', { rule: ruleText(removing) }))
    setRemoving(undefined)
  }
  return (
    <>
      <DataTable
        label={t('rule.title')}
        of={rules.list}
        rows={rules.list.data ?? []}
        rowKey={({ id }) => id}
        columns={useColumns(onEdit, setRemoving)}
        permission={t('agent.permission')}
        empty={{ title: t('rule.emptyTitle'), explanation: t('rule.emptyExplanation'), action: add }}
      />
      <ConfirmDanger
        open={removing !== undefined}
        title={t('rule.removeTitle', { rule: removing && ruleText(removing) })}
        explanation={t('rule.removeExplanation')}
        verb={t('rule.removeVerb')}
        onConfirm={handleRemove}
        onClose={() => setRemoving(undefined)}
      />
    </>
  )
}

function useColumns(onEdit: Props['onEdit'], onRemove: (rule: ServerRule) => void): DataColumn<ServerRule>[] {
  const { t } = useTranslation('server')
  return [
    { key: 'state', title: t('rule.state'), width: 140, render: (rule) => <RuleState rule={rule} /> },
    {
      key: 'rule',
      title: t('rule.rule'),
      card: 'title',
      render: (rule) => <MonoText isCut>{ruleText(rule)}</MonoText>,
    },
    { key: 'cycle', title: t('rule.cycle'), isTall: true, render: (rule) => <CycleText rule={rule} /> },
    {
      key: 'notice',
      title: t('rule.notice'),
      width: 110,
      render: ({ notifyType, notifyTarget }) => <span title={notifyTarget}>{t(`rule.channels.${notifyType}`)}</span>,
    },
    {
      key: 'changed',
      title: t('rule.changed'),
      width: 110,
      render: ({ updateTime }) => <TimeText value={updateTime} />,
    },
    {
      key: 'actions',
      title: t('server.actions'),
      width: 150,
      card: 'actions',
      render: (rule) => (
        <span className="wl-row-actions">
          <Can any={[Permission.EditServerWarningRule]}>
            <Button size="small" type="text" onClick={() => onEdit(rule.id)}>
              {t('server.edit')}
            </Button>
          </Can>
          <Can any={[Permission.DeleteServerWarningRule]}>
            <Button className="wl-apart" size="small" type="text" danger onClick={() => onRemove(rule)}>
              {t('rule.remove')}
            </Button>
          </Can>
        </span>
      ),
    },
  ]
}

function RuleState({ rule: { status, lastCycle } }: { rule: ServerRule }) {
  const { t } = useTranslation('server')
  const now = useNow()
  if (!status) return null
  if (status.firingTime > 0) return <StateMark state="failed">{t('rule.warns')}</StateMark>
  if (status.last > 0) {
    return <StateMark state="running">{t('rule.matching', { count: status.last, of: lastCycle })}</StateMark>
  }
  if (status.silentUntil > now) return <StateMark state="waiting">{t('rule.silent')}</StateMark>
  return <StateMark state="success">{t('rule.fine')}</StateMark>
}

function CycleText({ rule }: { rule: ServerRule }) {
  const { t } = useTranslation('server')
  const minutesText = useMinutesText()
  const { startTime, endTime, groupCycle, lastCycle, silentCycle } = rule
  return t('rule.cycleText', {
    ...{ start: startTime, end: endTime, count: lastCycle },
    group: minutesText(groupCycle),
    silent: minutesText(silentCycle),
  })
}

function History({ serverId }: { serverId: number }) {
  const { t } = useTranslation('server')
  const history = useRuleHistory(serverId)
  const columns: DataColumn<RuleFiring>[] = [
    {
      key: 'state',
      title: t('rule.state'),
      width: 120,
      render: ({ endTime }) =>
        endTime === 0 ? (
          <StateMark state="failed">{t('rule.warns')}</StateMark>
        ) : (
          <StateMark state="success">{t('rule.over')}</StateMark>
        ),
    },
    { key: 'rule', title: t('rule.rule'), card: 'title', render: ({ text }) => <MonoText isCut>{text}</MonoText> },
    {
      key: 'value',
      title: t('rule.found'),
      width: 100,
      align: 'right',
      render: ({ value }) => <MonoText>{value}</MonoText>,
    },
    { key: 'began', title: t('rule.began'), width: 120, render: ({ startTime }) => <TimeText value={startTime} /> },
    {
      key: 'ended',
      title: t('rule.ended'),
      width: 120,
      render: ({ endTime }) => <TimeText value={endTime === 0 ? '' : endTime} unset={t('rule.lasts')} />,
    },
    {
      key: 'notices',
      title: t('rule.notices'),
      width: 110,
      align: 'right',
      render: ({ notices }) => (notices === 0 ? <span className="wl-faint">{t('rule.untold')}</span> : notices),
    },
  ]
  return (
    <DataTable
      label={t('rule.history')}
      of={history}
      rows={history.data ?? []}
      rowKey={({ id }) => id}
      columns={columns}
      permission={t('agent.permission')}
      empty={{ title: t('rule.noHistory'), explanation: t('rule.noHistoryExplanation') }}
    />
  )
}
