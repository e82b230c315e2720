import { Permission } from '@windlass/shared-kit/contract/permission'
import type { CustomVariable } from '@windlass/shared-kit/contract/project'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { Button, Form } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { type PublishValues, publishInput } from './publishInput.ts'
import type { PublishInput } from './usePublish.ts'

const PlanView = lazy(() => import('./PlanView.tsx').then((module) => ({ default: module.PlanView })))

interface Props {
  projectId: number
  variables: readonly CustomVariable[]
}

/** What the deploy in the form would do, without doing it. */
export function DryRun({ projectId, variables }: Props) {
  const { t } = useTranslation('deploy')
  const form = Form.useFormInstance<PublishValues>()
  const [plan, setPlan] = useState<PublishInput>()
  const handleOpen = async () => {
    try {
      // The reason for an override matters only once something is really deployed.
      const names = Object.keys(form.getFieldsValue()).filter((name) => name !== 'override')
      await form.validateFields(names, { recursive: true })
    } catch {
      // The fields show what is missing.
      return
    }
    setPlan(publishInput(projectId, variables, form.getFieldsValue()))
  }
  return (
    <Can any={[Permission.DeployProject]}>
      <p className="dp-dry-run">
        <Button onClick={() => void handleOpen()}>{t('publish.dryRun')}</Button>{' '}
        <span className="wl-faint">{t('publish.dryRunHint')}</span>
      </p>
      {plan && (
        <Suspense>
          <PlanView input={plan} onClose={() => setPlan(undefined)} />
        </Suspense>
      )}
    </Can>
  )
}
