import { AppstoreOutlined, BarsOutlined, DownOutlined } from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button, Dropdown, Segmented } from 'antd'
import { GROUPINGS, SORTS } from './arrangeBoard.ts'
import { BoardFilterMenu } from './BoardFilterMenu.tsx'
import type { BoardRow } from './boardRow.ts'
import type { useBoardChoices, View } from './useBoardChoices.ts'

interface MenuProps<T extends string> {
  label: string
  value: T
  values: readonly T[]
  nameOf: (value: T) => string
  onChange: (value: T) => void
}

/** A choice of few that says what is chosen. */
function ChoiceMenu<T extends string>({ label, value, values, nameOf, onChange }: MenuProps<T>) {
  const items = values.map((key) => ({ key, label: nameOf(key), onClick: () => onChange(key) }))
  return (
    <Dropdown trigger={['click']} menu={{ items, selectedKeys: [value] }}>
      <Button type="text">
        {label}: {nameOf(value)} <DownOutlined />
      </Button>
    </Dropdown>
  )
}

interface Props {
  rows: readonly BoardRow[]
  choices: ReturnType<typeof useBoardChoices>
}

/** Filter, order, grouping and view of the board. */
export function BoardTools({ rows, choices }: Props) {
  const { t } = useTranslation('deploy')
  return (
    <>
      <BoardFilterMenu rows={rows} choices={choices} />
      <ChoiceMenu
        label={t('board.sortBy')}
        value={choices.sort}
        values={SORTS}
        nameOf={(sort) => t(`board.sort.${sort}`)}
        onChange={choices.setSort}
      />
      <ChoiceMenu
        label={t('board.groupBy')}
        value={choices.grouping}
        values={GROUPINGS}
        nameOf={(grouping) => t(`board.group.${grouping}`)}
        onChange={choices.setGrouping}
      />
      <Segmented<View>
        aria-label={t('board.view')}
        value={choices.view}
        onChange={choices.setView}
        options={[
          {
            value: 'cards',
            icon: <AppstoreOutlined />,
            title: t('board.cards'),
            label: <span className="wl-hidden">{t('board.cards')}</span>,
          },
          {
            value: 'table',
            icon: <BarsOutlined />,
            title: t('board.table'),
            label: <span className="wl-hidden">{t('board.table')}</span>,
          },
        ]}
      />
    </>
  )
}
