import { MOST_TAGS } from '@windlass/shared-kit/contract/server'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Form, Select } from 'antd'
import { isTag } from './serverRules.ts'

interface Props {
  name: string
  label: string
  extra?: string
  /** What is there already, to choose from. */
  known: readonly string[]
  isRequired?: boolean
  /** Nothing new can be typed. */
  isClosed?: boolean
}

/** Words that servers are sorted by: those that are there, and new ones by typing. */
export function TagField({ name, label, extra, known, isRequired = false, isClosed = false }: Props) {
  const { t } = useTranslation('server')
  const check = (_rule: unknown, tags: string[] = []) => {
    const odd = tags.find((tag) => !isTag(tag.trim()))
    if (odd !== undefined) return Promise.reject(new Error(t('rule.tag', { tag: odd })))
    if (tags.length > MOST_TAGS) return Promise.reject(new Error(t('rule.tags', { count: MOST_TAGS })))
    if (isRequired && tags.length === 0) return Promise.reject(new Error(t('rule.required', { field: label })))
    return Promise.resolve()
  }
  return (
    <Form.Item name={name} label={label} extra={extra} rules={[{ required: isRequired, validator: check }]}>
      <Select
        mode={isClosed ? 'multiple' : 'tags'}
        tokenSeparators={[',', ';']}
        options={known.map((tag) => ({ value: tag, label: tag }))}
      />
    </Form.Item>
  )
}
