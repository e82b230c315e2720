import { useTranslation } from '@windlass/shared-kit/i18n'
import { Checkbox, Form, Input, Switch } from 'antd'
import type { ProjectFields } from './projectFields.ts'
import { reviewAddressProblem } from './projectRules.ts'
import { ADDRESS_LENGTH, CALLBACK, REVIEW_PARAMETERS } from './reviewAddress.ts'
import { useProblemRule } from './useProblemRule.ts'

/** Whether a second person must agree before a deploy, and which system is told about it. */
export function ReviewFields() {
  const { t } = useTranslation('deploy')
  const form = Form.useFormInstance<ProjectFields>()
  const rule = useProblemRule()
  const hasReview = Form.useWatch('hasReview', form) ?? false
  const problemOf = (address: string) =>
    form.getFieldValue('hasReview')
      ? reviewAddressProblem(address, form.getFieldValue('reviewParameters') ?? [])
      : undefined
  return (
    <>
      <Form.Item
        name="hasReview"
        label={t('project.review.on')}
        extra={t('project.review.hint')}
        valuePropName="checked"
        required
      >
        <Switch />
      </Form.Item>
      <Form.Item
        name="reviewAddress"
        label={t('project.review.address')}
        extra={t('project.review.addressHint')}
        hidden={!hasReview}
        dependencies={['hasReview', 'reviewParameters']}
        rules={[rule(problemOf)]}
      >
        <Input
          className="dp-mono-field"
          type="url"
          maxLength={ADDRESS_LENGTH}
          autoComplete="off"
          placeholder="https://review.example.com/deploys"
        />
      </Form.Item>
      <Form.Item
        name="reviewParameters"
        label={t('project.review.parameters')}
        extra={t('project.review.parametersHint')}
        hidden={!hasReview}
      >
        <Checkbox.Group
          className="dp-parameters"
          options={REVIEW_PARAMETERS.map((value) => ({
            value,
            label: (
              <>
                <code>{value}</code> {t(`project.review.parameter.${value}`)}
              </>
            ),
            disabled: value === CALLBACK,
          }))}
        />
      </Form.Item>
    </>
  )
}
