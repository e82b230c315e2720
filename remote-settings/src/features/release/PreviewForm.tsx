import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useUser } from '@windlass/shared-kit/session'
import { FormDrawer } from '@windlass/shared-kit/ui'
import { Form, Select } from 'antd'
import { useState } from 'react'
import { PreviewLink } from './PreviewLink.tsx'
import { useUserOptions } from './usePeople.ts'
import { usePreviews } from './usePreviews.ts'

const HOUR_SECONDS = 3_600
const HOURS = [1, 8, 24, 72, 168] as const
const FIRST_HOURS = 24

interface Values {
  userId: number
  hours: number
}

interface Props {
  open: boolean
  remote: string
  version: string
  onClose: () => void
}

/** Shows one version to one user: makes a link and hands it over. */
export function PreviewForm({ open, remote, version, onClose }: Props) {
  const { t } = useTranslation('settings')
  const me = useUser()
  const { add } = usePreviews(remote)
  const users = useUserOptions(open)
  const [made, setMade] = useState<{ link: string; name: string; expireTime: string }>()
  const options = users.data?.some(({ value }) => value === me?.id)
    ? users.data
    : [...(me ? [{ value: me.id, label: me.name }] : []), ...(users.data ?? [])]

  const handleSubmit = async ({ userId, hours }: Values) => {
    const { path, expireTime } = await add({ version, userId, seconds: hours * HOUR_SECONDS })
    const name = options.find(({ value }) => value === userId)?.label ?? ''
    // The console may live below a path of its own.
    const link = new URL(path.replace(/^\//, ''), document.baseURI).href
    setMade({ link, name, expireTime })
    toast.success(t('release.preview.done'))
  }
  return (
    <>
      <FormDrawer<Values>
        title={t('release.preview.title', { remote, version })}
        open={open && version !== ''}
        initialValues={{ userId: me?.id, hours: FIRST_HOURS }}
        submitText={t('release.preview.create')}
        onSubmit={handleSubmit}
        onClose={onClose}
      >
        <Form.Item
          name="userId"
          label={t('release.preview.user')}
          extra={t('release.preview.userHint')}
          rules={[{ required: true, message: t('rule.required', { field: t('release.preview.user') }) }]}
        >
          <Select loading={users.isFetching} showSearch={{ optionFilterProp: 'label' }} options={options} />
        </Form.Item>
        <Form.Item name="hours" label={t('release.preview.hours')} extra={t('release.preview.hoursHint')}>
          <Select options={HOURS.map((count) => ({ value: count, label: t('release.preview.forHours', { count }) }))} />
        </Form.Item>
      </FormDrawer>
      <PreviewLink made={made} onClose={() => setMade(undefined)} />
    </>
  )
}
