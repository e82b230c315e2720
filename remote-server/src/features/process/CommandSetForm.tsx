import { DeleteOutlined, HolderOutlined, PlusOutlined } from '@ant-design/icons'
import { COMMAND_LIMIT, type CommandItem, type CommandSet } from '@windlass/shared-kit/contract/serverProcess'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { FormDrawer } from '@windlass/shared-kit/ui'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { readItems } from './commandItems.ts'
import type { useCommandSets } from './useCommandSets.ts'

interface Props {
  open: boolean
  /** What it begins with: a set to change, or one to copy; absent for an empty one. */
  from: CommandSet | undefined
  isCopy: boolean
  sets: Pick<ReturnType<typeof useCommandSets>, 'add' | 'edit'>
  onClose: () => void
}

interface Fields {
  name: string
  items: CommandItem[]
}

const WIDTH_PX = 600
const NAME_LENGTH = 50
const COMMAND_LENGTH = 4096

/** A name, and commands in an order of one's own. */
export function CommandSetForm({ open, from, isCopy, sets, onClose }: Props) {
  const { t } = useTranslation('server')
  const isEdit = from !== undefined && !isCopy
  const submit = ({ name, items = [] }: Fields) => {
    const fields = { name: name.trim(), items: JSON.stringify(items) }
    return isEdit ? sets.edit({ id: from.id, ...fields }) : sets.add(fields)
  }
  const title = isEdit ? t('process.editTitle', { name: from.name }) : t('process.add')
  return (
    <FormDrawer<Fields>
      title={title}
      open={open}
      width={WIDTH_PX}
      initialValues={from ? { name: from.name, items: readItems(from.items) } : { name: '', items: [] }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label={t('process.name')}
        rules={[{ required: true, whitespace: true, message: t('process.nameMissing') }]}
      >
        <Input maxLength={255} autoComplete="off" />
      </Form.Item>
      <h3>{t('process.commands')}</h3>
      <p className="wl-faint">{t('process.commandsHelp')}</p>
      <Items />
    </FormDrawer>
  )
}

function Items() {
  const { t } = useTranslation('server')
  const [dragged, setDragged] = useState<number>()
  return (
    <Form.List name="items">
      {(fields, { add, remove, move }) => (
        <>
          <ol className="process-items">
            {fields.map(({ key, name: at }) => (
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys on the handle do the same
              <li
                key={key}
                className={dragged === at ? 'process-item process-item-dragged' : 'process-item'}
                onDragOver={(event) => dragged !== undefined && event.preventDefault()}
                onDrop={() => {
                  if (dragged !== undefined) move(dragged, at)
                  setDragged(undefined)
                }}
              >
                <button
                  type="button"
                  className="process-handle"
                  draggable
                  aria-label={t('process.move', { number: at + 1 })}
                  title={t('process.moveHelp')}
                  onDragStart={() => setDragged(at)}
                  onDragEnd={() => setDragged(undefined)}
                  onKeyDown={(event) => {
                    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
                    const to = at + step
                    if (step === 0 || to < 0 || to >= fields.length) return
                    event.preventDefault()
                    move(at, to)
                  }}
                >
                  <HolderOutlined />
                </button>
                <ItemFields at={at} />
                <Button
                  type="text"
                  danger
                  icon={<DeleteOutlined />}
                  aria-label={t('process.removeCommand', { number: at + 1 })}
                  onClick={() => remove(at)}
                />
              </li>
            ))}
          </ol>
          <Button
            icon={<PlusOutlined />}
            disabled={fields.length >= COMMAND_LIMIT}
            onClick={() => add({ name: '', command: '' })}
          >
            {t('process.addCommand')}
          </Button>
        </>
      )}
    </Form.List>
  )
}

function ItemFields({ at }: { at: number }) {
  const { t } = useTranslation('server')
  const form = Form.useFormInstance<Fields>()
  const isTaken = (name: string) =>
    (form.getFieldValue('items') as CommandItem[]).some(
      (item, other) => other < at && item?.name?.trim() === name.trim(),
    )
  return (
    <div className="process-item-fields">
      <Form.Item
        name={[at, 'name']}
        label={t('process.alias')}
        rules={[
          { required: true, whitespace: true, message: t('process.aliasMissing') },
          {
            validator: (_rule, name: string = '') =>
              name.trim() !== '' && isTaken(name)
                ? Promise.reject(new Error(t('process.aliasTaken')))
                : Promise.resolve(),
          },
        ]}
      >
        <Input maxLength={NAME_LENGTH} autoComplete="off" placeholder="restart" />
      </Form.Item>
      <Form.Item
        name={[at, 'command']}
        label={t('process.command')}
        rules={[{ required: true, whitespace: true, message: t('process.commandMissing') }]}
      >
        <Input.TextArea
          className="wl-mono"
          maxLength={COMMAND_LENGTH}
          autoSize={{ minRows: 1, maxRows: 8 }}
          spellCheck={false}
          placeholder="systemctl restart shop"
        />
      </Form.Item>
    </div>
  )
}
