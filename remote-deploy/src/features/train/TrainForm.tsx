import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { CAR_KINDS, type DeployTrain } from '@windlass/shared-kit/contract/deployTrain'
import { toast } from '@windlass/shared-kit/feedback'
import { isolated, useTranslation } from '@windlass/shared-kit/i18n'
import { FormDrawer } from '@windlass/shared-kit/ui'
import { Button, Form, type FormListFieldData, type FormListOperation, Input, Select } from 'antd'
import { type TrainInput, useTrainProjects, type useTrains } from './useTrains.ts'

const NAME_LENGTH = 255
const WIDTH_PX = 640

interface Fields {
  name: string
  /** A car that was just added has no project yet. */
  cars: (Partial<TrainInput['cars'][number]> | undefined)[]
}

interface Props {
  train: DeployTrain | undefined
  isNew: boolean
  onAdd: ReturnType<typeof useTrains>['add']
  onEdit: ReturnType<typeof useTrains>['edit']
  onClose: () => void
}

const BLANK = { kind: 'newest' as const, revision: '' }

const inputOf = ({ name, cars }: Fields): TrainInput => ({
  name: name.trim(),
  cars: cars.map((car) => {
    const { projectId = 0, kind = 'newest', revision = '' } = car ?? {}
    return { projectId, kind, revision: kind === 'newest' ? '' : revision.trim() }
  }),
})

/** Which projects, in which order, and which revision of each. */
export function TrainForm({ train, isNew, onAdd, onEdit, onClose }: Props) {
  const { t } = useTranslation('deploy')
  const handleSubmit = async (fields: Fields) => {
    const input = inputOf(fields)
    if (train) await onEdit({ id: train.id, ...input })
    else await onAdd(input)
    toast.success(t('train.saved', { name: input.name }))
  }
  const cars = train?.cars.map(({ projectId, kind, revision }) => ({ projectId, kind, revision }))
  return (
    <FormDrawer<Fields>
      open={isNew || train !== undefined}
      width={WIDTH_PX}
      title={train ? t('train.editTitle', { name: train.name }) : t('train.add')}
      initialValues={{ name: train?.name ?? '', cars: cars ?? [BLANK, BLANK] }}
      submitText={train ? undefined : t('train.add')}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label={t('name')}
        rules={[{ required: true, whitespace: true, message: t('train.needName') }]}
      >
        <Input maxLength={NAME_LENGTH} autoComplete="off" placeholder={t('train.namePlaceholder')} />
      </Form.Item>
      <p className="wl-faint">{t('train.carsHint')}</p>
      <Form.List name="cars">
        {(fields, operation) => (
          <>
            <ol className="dt-form-cars">
              {fields.map((field, index) => (
                <Car key={field.key} {...{ field, index, operation }} count={fields.length} />
              ))}
            </ol>
            <Button icon={<PlusOutlined />} onClick={() => operation.add({ ...BLANK })}>
              {t('train.addCar')}
            </Button>
          </>
        )}
      </Form.List>
    </FormDrawer>
  )
}

interface CarProps {
  field: FormListFieldData
  index: number
  count: number
  operation: FormListOperation
}

function Car({ field, index, count, operation }: CarProps) {
  const { t } = useTranslation('deploy')
  const projects = useTrainProjects()
  const form = Form.useFormInstance<Fields>()
  const kind = Form.useWatch<TrainInput['cars'][number]['kind'] | undefined>(['cars', field.name, 'kind'], form)
  const number = index + 1
  const isOnce = {
    validator: (_rule: unknown, id: number | undefined) => {
      const all = form.getFieldValue('cars') as Fields['cars']
      const isTwice = id !== undefined && all.filter((car) => car?.projectId === id).length > 1
      return isTwice ? Promise.reject(new Error(t('train.twice'))) : Promise.resolve()
    },
  }
  return (
    <li className="dt-form-car">
      <Form.Item
        name={[field.name, 'projectId']}
        label={t('train.project', { number })}
        rules={[{ required: true, message: t('train.needProject') }, isOnce]}
      >
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          loading={projects.isFetching}
          options={projects.data?.map(({ id, name, environment }) => ({
            value: id,
            label: `${isolated(name)} · ${t(`environment.${environment}`, { defaultValue: String(environment) })}`,
          }))}
        />
      </Form.Item>
      <Form.Item name={[field.name, 'kind']} required label={t('train.revision', { number })}>
        <Select options={CAR_KINDS.map((value) => ({ value, label: t(`train.kind.${value}`) }))} />
      </Form.Item>
      {kind !== undefined && kind !== 'newest' && (
        <Form.Item
          name={[field.name, 'revision']}
          label={t('train.revisionName', { number })}
          rules={[{ required: true, whitespace: true, message: t('train.needRevision') }]}
        >
          <Input className="dp-mono-field" maxLength={NAME_LENGTH} autoComplete="off" />
        </Form.Item>
      )}
      <CarTools {...{ number, count, operation }} name={field.name} />
    </li>
  )
}

interface ToolProps {
  name: number
  number: number
  count: number
  operation: FormListOperation
}

function CarTools({ name, number, count, operation }: ToolProps) {
  const { t } = useTranslation('deploy')
  const tools = [
    { key: 'up', icon: <ArrowUpOutlined />, isOff: number === 1, run: () => operation.move(name, name - 1) },
    { key: 'down', icon: <ArrowDownOutlined />, isOff: number === count, run: () => operation.move(name, name + 1) },
    { key: 'take', icon: <DeleteOutlined />, isOff: count === 1, run: () => operation.remove(name) },
  ]
  return (
    <span className="dt-form-tools">
      {tools.map(({ key, icon, isOff, run }) => (
        <Button
          key={key}
          type="text"
          danger={key === 'take'}
          icon={icon}
          disabled={isOff}
          aria-label={t(`train.carTool.${key}`, { number })}
          title={t(`train.carTool.${key}`, { number })}
          onClick={run}
        />
      ))}
    </span>
  )
}
