import { DeleteOutlined, EditOutlined, PushpinFilled, PushpinOutlined } from '@ant-design/icons'
import type { ProjectProcess } from '@windlass/shared-kit/contract/projectProcess'
import { isolated, useTranslation } from '@windlass/shared-kit/i18n'
import { Button, Select } from 'antd'
import type { ReactNode } from 'react'

interface Props {
  list: readonly ProjectProcess[]
  pins: readonly number[]
  chosen: ProjectProcess
  addButton: ReactNode
  onChoose: (id: number) => void
  onPin: (id: number) => void
  onEdit: () => void
  onRemove: () => void
}

/** Which process, and what can be done with its definition. */
export function ProcessChooser({ list, pins, chosen, addButton, onChoose, onPin, onEdit, onRemove }: Props) {
  const { t } = useTranslation('deploy')
  const isPinned = pins.includes(chosen.id)
  const pinned = list.filter(({ id }) => pins.includes(id))
  const named = (verb: string) => `${t(`process.${verb}`)}: ${isolated(chosen.name)}`
  return (
    <div className="dp-process-head">
      <Select
        className="dp-process-select"
        aria-label={t('process.choose')}
        showSearch={{ optionFilterProp: 'label' }}
        value={chosen.id}
        onChange={onChoose}
        options={list.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Button
        type="text"
        icon={isPinned ? <PushpinFilled /> : <PushpinOutlined />}
        aria-pressed={isPinned}
        aria-label={named('pin')}
        title={t(isPinned ? 'process.unpin' : 'process.pin')}
        onClick={() => onPin(chosen.id)}
      />
      <Button
        type="text"
        icon={<EditOutlined />}
        aria-label={named('edit')}
        title={t('process.edit')}
        onClick={onEdit}
      />
      <Button
        type="text"
        danger
        icon={<DeleteOutlined />}
        aria-label={named('remove')}
        title={t('process.remove')}
        onClick={onRemove}
      />
      {pinned.length > 0 && (
        <div className="wl-chips">
          {pinned.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              className="wl-chip"
              aria-pressed={id === chosen.id}
              onClick={() => onChoose(id)}
            >
              <span>{name}</span>
            </button>
          ))}
        </div>
      )}
      <span className="dp-process-add">{addButton}</span>
    </div>
  )
}
