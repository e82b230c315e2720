import { useQuery } from '@tanstack/react-query'
import { NamespaceUserOptionList } from '@windlass/shared-kit/contract/namespace'
import { call } from '@windlass/shared-kit/http'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button, Form, Input, Select } from 'antd'
import { daysOf, type HistoryFilter, NO_FILTER, rangeOf } from './historyFilter.ts'

interface Fields extends Record<'by' | 'result' | 'branch' | 'commit' | 'file', string> {
  committed: [string, string]
  deployed: [string, string]
}

interface Props {
  filter: HistoryFilter
  onApply: (filter: HistoryFilter) => void
}

/** Who, with what result, what, and when. */
export default function HistoryFilterForm({ filter, onApply }: Props) {
  const { t } = useTranslation('deploy')
  const users = useQuery({
    queryKey: ['deploy', 'users'],
    queryFn: ({ signal }) => call(NamespaceUserOptionList, {}, { signal }),
    select: ({ list }) => list.map(({ userId, userName }) => ({ value: String(userId), label: userName })),
  })
  const anyone = { value: '', label: t('filter.anybody') }
  const results = ['', '1', '0'].map((value) => ({ value, label: t(`filter.result.${value || 'any'}`) }))
  const apply = ({ committed, deployed, ...texts }: Fields) =>
    onApply({ ...texts, committed: rangeOf(...committed), deployed: rangeOf(...deployed) })
  return (
    <Form<Fields>
      className="dp-history-filter"
      layout="vertical"
      size="small"
      initialValues={{ ...filter, committed: [...daysOf(filter.committed)], deployed: [...daysOf(filter.deployed)] }}
      onFinish={apply}
    >
      <Form.Item name="by" label={t('publisher')}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          loading={users.isFetching}
          options={[anyone, ...(users.data ?? [])]}
        />
      </Form.Item>
      <Form.Item name="result" label={t('stage.result')}>
        <Select options={results} />
      </Form.Item>
      {(['branch', 'commit', 'file'] as const).map((name) => (
        <Form.Item key={name} name={name} label={t(`filter.${name}`)} normalize={(value: string) => value.trim()}>
          <Input allowClear autoComplete="off" />
        </Form.Item>
      ))}
      <Days name="deployed" label={t('filter.deployed')} />
      <Days name="committed" label={t('filter.committed')} />
      <div className="dp-actions">
        <Button onClick={() => onApply(NO_FILTER)}>{t('filter.clear')}</Button>
        <Button type="primary" htmlType="submit">
          {t('filter.apply')}
        </Button>
      </div>
    </Form>
  )
}

/** Two days of whoever looks; the browser's own picker knows every language and keyboard. */
function Days({ name, label }: { name: 'committed' | 'deployed'; label: string }) {
  const { t } = useTranslation('deploy')
  return (
    <fieldset className="dp-days">
      <legend>{label}</legend>
      {(['from', 'to'] as const).map((end, index) => (
        <Form.Item key={end} name={[name, index]} noStyle>
          <Input type="date" aria-label={`${label}: ${t(`filter.${end}`)}`} />
        </Form.Item>
      ))}
    </fieldset>
  )
}
