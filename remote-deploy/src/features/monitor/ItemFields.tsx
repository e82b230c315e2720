import { MinusCircleOutlined, PlusOutlined } from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button, Form, Input } from 'antd'
import { itemProblem } from './monitorRules.ts'

const ITEM_LENGTH = 2000
const MOST_ITEMS = 100
const EXAMPLES: Readonly<Record<number, string>> = {
  1: 'https://www.example.com/health',
  2: '127.0.0.1:8080',
  3: 'www.example.com',
}

/** Addresses, one a line. */
export function ItemFields({ type }: { type: number }) {
  const { t } = useTranslation('deploy')
  const rule = {
    validator: (_rule: unknown, item: unknown) => {
      const problem = itemProblem(type, typeof item === 'string' ? item : '')
      return problem ? Promise.reject(new Error(t(`monitor.problem.${problem}`))) : Promise.resolve()
    },
  }
  const atLeastOne = {
    validator: (_rule: unknown, items: unknown) =>
      Array.isArray(items) && items.some((item) => typeof item === 'string' && item.trim() !== '')
        ? Promise.resolve()
        : Promise.reject(new Error(t('monitor.problem.noItem'))),
  }
  return (
    <Form.List name="items" rules={[atLeastOne]}>
      {(fields, { add, remove }, { errors }) => (
        <Form.Item label={t(`monitor.items.${type}`)} required>
          {fields.map(({ key, name }, index) => (
            <div key={key} className="dm-item">
              <Form.Item name={name} rules={[rule]}>
                <Input
                  className="dp-mono-field"
                  aria-label={`${t(`monitor.items.${type}`)} ${index + 1}`}
                  maxLength={ITEM_LENGTH}
                  placeholder={EXAMPLES[type]}
                  autoComplete="off"
                />
              </Form.Item>
              {fields.length > 1 && (
                <Button
                  type="text"
                  icon={<MinusCircleOutlined />}
                  aria-label={t('monitor.removeItem', { number: index + 1 })}
                  title={t('monitor.removeItem', { number: index + 1 })}
                  onClick={() => remove(name)}
                />
              )}
            </div>
          ))}
          {fields.length < MOST_ITEMS && (
            <Button type="dashed" size="small" icon={<PlusOutlined />} onClick={() => add('')}>
              {t('monitor.addItem')}
            </Button>
          )}
          <Form.ErrorList errors={errors} />
        </Form.Item>
      )}
    </Form.List>
  )
}
