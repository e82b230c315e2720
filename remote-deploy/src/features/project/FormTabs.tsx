import { useTranslation } from '@windlass/shared-kit/i18n'
import { useIsMobile } from '@windlass/shared-kit/ui'
import { Select, Tabs } from 'antd'
import type { ReactNode } from 'react'
import { TAB_NAMES, type TabName } from './projectFields.ts'

interface Props {
  content: Readonly<Record<TabName, ReactNode>>
  shown: TabName
  /** Tabs with a field that is wrong. */
  wrong: readonly TabName[]
  onShow: (tab: TabName) => void
}

/** The parts of the form side by side; on a phone, where they do not fit, as a choice of one. */
export function FormTabs({ content, shown, wrong, onShow }: Props) {
  const { t } = useTranslation('deploy')
  const isMobile = useIsMobile()
  const choose = (key: string) => onShow(TAB_NAMES.find((name) => name === key) ?? 'base')
  const choice = () => (
    <Select
      className="dp-tab-choice"
      aria-label={t('project.part')}
      value={shown}
      onChange={choose}
      options={TAB_NAMES.map((name) => ({
        value: name,
        label: `${t(`project.tab.${name}`)}${wrong.includes(name) ? ' ●' : ''}`,
      }))}
    />
  )
  return (
    <Tabs
      className="dp-project-tabs"
      size="small"
      tabBarGutter={18}
      activeKey={shown}
      onChange={choose}
      {...(isMobile && { renderTabBar: choice })}
      items={TAB_NAMES.map((key) => ({
        key,
        children: content[key],
        // Fields on tabs nobody opened are saved and checked too; a policy that nobody looked at stays as it is.
        forceRender: key !== 'rollout',
        label: <span className={wrong.includes(key) ? 'dp-problem-tab' : undefined}>{t(`project.tab.${key}`)}</span>,
      }))}
    />
  )
}
