import { FilterOutlined } from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { type BoardRow, labelsIn } from './boardRow.ts'
import type { useBoardChoices } from './useBoardChoices.ts'

interface Props {
  rows: readonly BoardRow[]
  choices: ReturnType<typeof useBoardChoices>
}

const PINS = ['pinned', 'unpinned'] as const

/** Environment, labels and pins to narrow the board to; a second press on one lets the others in again. */
export function BoardFilterMenu({ rows, choices }: Props) {
  const { t } = useTranslation('deploy')
  const [isOpen, setOpen] = useState(false)
  const { environment, labels, pins } = choices.filter
  const chosen = [
    ...(environment === undefined ? [] : [`env:${environment}`]),
    ...labels.map((label) => `label:${label}`),
    ...(pins === undefined ? [] : [`pin:${pins}`]),
  ]
  const handleClick = (key: string) => {
    const [kind = '', ...rest] = key.split(':')
    const value = rest.join(':')
    if (kind === 'env') choices.setEnvironment(value === String(environment) ? undefined : Number(value))
    else if (kind === 'pin') choices.setPins(value === pins ? undefined : PINS.find((name) => name === value))
    else choices.setLabels(labels.includes(value) ? labels.filter((label) => label !== value) : [...labels, value])
  }
  const groups = [
    {
      label: t('filter.environment'),
      children: environmentsIn(rows).map((value) => ({ key: `env:${value}`, label: t(`environment.${value}`) })),
    },
    { label: t('filter.labels'), children: labelsIn(rows).map((label) => ({ key: `label:${label}`, label })) },
    { label: t('filter.pins'), children: PINS.map((name) => ({ key: `pin:${name}`, label: t(`filter.${name}`) })) },
  ]
  return (
    <Dropdown
      trigger={['click']}
      open={isOpen}
      // Several can be chosen, so a choice does not close the menu.
      onOpenChange={(next, { source }) => (source === 'trigger' || next) && setOpen(next)}
      classNames={{ root: 'dp-board-filter' }}
      // Beside its button, so that it belongs to the page also for screen readers.
      getPopupContainer={(button) => button.parentElement ?? document.body}
      menu={{
        multiple: true,
        selectable: true,
        selectedKeys: chosen,
        onClick: ({ key }) => handleClick(key),
        items: groups
          .filter(({ children }) => children.length > 0)
          .map((group) => ({ ...group, key: group.label, type: 'group' as const })),
      }}
    >
      <Button type="text" icon={<FilterOutlined />}>
        {chosen.length > 0 ? t('filter.count', { count: chosen.length }) : t('filter.open')}
      </Button>
    </Dropdown>
  )
}

const environmentsIn = (rows: readonly BoardRow[]): number[] =>
  [...new Set(rows.map(({ row }) => row.environment))].toSorted((one, other) => one - other)
