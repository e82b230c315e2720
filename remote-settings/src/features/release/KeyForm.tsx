import type { InputOf } from '@windlass/shared-kit/contract'
import type { ReleaseKeyAdd } from '@windlass/shared-kit/contract/releaseKey'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button, Form, Input, Select } from 'antd'
import { useState } from 'react'
import type { useReleaseKeys } from './useReleaseKeys.ts'

const TEAM_LENGTH = 60
const KEY_LENGTH = 1_000
const PEM = /^\s*-----BEGIN PUBLIC KEY-----[\s\S]+-----END PUBLIC KEY-----\s*$/
const PEM_EXAMPLE = '-----BEGIN PUBLIC KEY-----\n…\n-----END PUBLIC KEY-----'

type Values = InputOf<typeof ReleaseKeyAdd>

interface Props {
  remotes: readonly string[]
  onAdd: ReturnType<typeof useReleaseKeys>['add']
}

/** Lets a team sign what it releases. */
export function KeyForm({ remotes, onAdd }: Props) {
  const { t } = useTranslation('settings')
  const [form] = Form.useForm<Values>()
  const [isSaving, setSaving] = useState(false)
  const required = (field: string) => ({ required: true, whitespace: true, message: t('rule.required', { field }) })
  const handleFinish = async (values: Values) => {
    setSaving(true)
    try {
      await onAdd({ ...values, team: values.team.trim() })
      toast.success(t('release.keys.isAdded', { team: values.team.trim() }))
      form.resetFields()
    } catch (error) {
      console.warn('the key was not added; what was typed stays', error)
    } finally {
      setSaving(false)
    }
  }
  return (
    <Form<Values>
      className="rl-key-form"
      form={form}
      layout="vertical"
      requiredMark="optional"
      initialValues={{ team: '', remotes: [], publicKey: '' }}
      onFinish={handleFinish}
    >
      <h2>{t('release.keys.add')}</h2>
      <Form.Item name="team" label={t('release.keys.team')} rules={[required(t('release.keys.team'))]}>
        <Input maxLength={TEAM_LENGTH} autoComplete="off" />
      </Form.Item>
      <Form.Item name="remotes" label={t('release.keys.remotes')} extra={t('release.keys.remotesHint')}>
        <Select
          mode="multiple"
          allowClear
          placeholder={t('release.keys.all')}
          options={remotes.map((remote) => ({ value: remote, label: remote }))}
        />
      </Form.Item>
      <Form.Item
        name="publicKey"
        label={t('release.keys.publicKey')}
        extra={t('release.keys.publicKeyHint')}
        rules={[required(t('release.keys.publicKey')), { pattern: PEM, message: t('release.keys.notPem') }]}
      >
        <Input.TextArea
          className="wl-mono"
          maxLength={KEY_LENGTH}
          autoSize={{ minRows: 3, maxRows: 6 }}
          placeholder={PEM_EXAMPLE}
          spellCheck={false}
        />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={isSaving}>
        {t('release.keys.trust')}
      </Button>
    </Form>
  )
}
