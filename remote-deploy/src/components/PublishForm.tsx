import type { DeployRow } from '@windlass/shared-kit/contract/deploy'
import { DeployState, Environment } from '@windlass/shared-kit/contract/enums'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { can, useCan } from '@windlass/shared-kit/permission'
import { useUser } from '@windlass/shared-kit/session'
import { FormDrawer, LoadState } from '@windlass/shared-kit/ui'
import { Alert, Form, Radio } from 'antd'
import { useNavigate } from 'react-router-dom'
import { DryRun } from './DryRun.tsx'
import { PublishObstacle } from './PublishObstacle.tsx'
import { PublishPolicy } from './PublishPolicy.tsx'
import { PublishServers } from './PublishServers.tsx'
import { projectPath } from './projectPages.ts'
import { initialBranch, initialVariables, type PublishValues, publishInput } from './publishInput.ts'
import { needsReview, obstacleOf } from './publishRules.ts'
import { RevisionFields } from './RevisionFields.tsx'
import { usePublish } from './usePublish.ts'
import { VariableFields } from './VariableFields.tsx'

const WIDTH_PX = 560

interface Props {
  project: DeployRow
  onPublished: (token: string) => void
  onClose: () => void
}

/** What is deployed, where to, and with which values; the button says how many servers it will touch. */
export default function PublishForm({ project, onPublished, onClose }: Props) {
  const { t } = useTranslation('deploy')
  const person = useUser()
  const mayAll = useCan([Permission.DeployProject])
  const mayOverride = useCan([Permission.OverrideDeployGuard])
  const { servers, publish } = usePublish(project.id)
  const finish = useFinish(project, onPublished)
  const variables = project.script.customVariables ?? []
  const all = servers.data?.length ?? 0
  const isReviewed = needsReview(project, person)
  const obstacle = obstacleOf(project, person)
  const start = mayAll ? 'all' : 'some'

  const handleSubmit = async (values: PublishValues) => {
    const { token } = await publish(publishInput(project.id, variables, values))
    finish(token)
  }
  return (
    <FormDrawer<PublishValues>
      open
      width={WIDTH_PX}
      title={t('publish.title', { name: project.name, environment: t(`environment.${project.environment}`) })}
      initialValues={{
        what: isReviewed ? 'commit' : 'newest',
        branch: initialBranch(project),
        where: start,
        serverIds: [],
        variables: initialVariables(variables),
      }}
      submitText={(values) => {
        if (isReviewed) return t('publish.askForReview')
        // Before the fields are there the form has no values yet.
        const isSome = (values.where ?? start) === 'some'
        return t('publish.submit', { count: isSome ? (values.serverIds?.length ?? 0) : all })
      }}
      isDisabled={!servers.data || all === 0 || (obstacle !== undefined && !mayOverride)}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      {project.environment === Environment.Production && (
        <Alert type="warning" showIcon title={t('publish.production')} />
      )}
      {obstacle && <PublishObstacle project={project} kind={obstacle} />}
      {isReviewed && <Alert type="info" showIcon title={t('publish.review')} />}
      {project.deployState === DeployState.NotDeployed && <Alert type="info" showIcon title={t('publish.first')} />}
      <Revision project={project} isReviewed={isReviewed} />
      <LoadState of={servers}>
        {all === 0 ? (
          <Alert type="error" showIcon title={t('publish.noServers')} />
        ) : (
          <PublishServers servers={servers.data ?? []} mustChoose={!mayAll} />
        )}
      </LoadState>
      <VariableFields variables={variables} />
      <PublishPolicy project={project} />
      <DryRun projectId={project.id} variables={variables} />
    </FormDrawer>
  )
}

/** Where somebody is led after the button: to the deploy, or to the review that was opened in its place. */
function useFinish({ id, name }: DeployRow, onPublished: Props['onPublished']) {
  const { t } = useTranslation('deploy')
  const navigate = useNavigate()
  return (token: string) => {
    onPublished(token)
    toast.success(t(token === '' ? 'publish.reviewOpened' : 'publish.queued', { name }))
    if (token !== '') navigate(`/deploy/detail/${id}?token=${token}`)
    // Who may not answer reviews has no page of them.
    else if (can([Permission.DeployReview])) navigate(projectPath('review', id))
  }
}

/** Repositories may be looked at by those who choose what to deploy; others deploy the newest. */
const REPOSITORY_ACCESS = [Permission.DeployProject, Permission.DeployRollback, Permission.DeployTask]

function Revision({ project, isReviewed }: { project: DeployRow; isReviewed: boolean }) {
  const { t } = useTranslation('deploy')
  const mayLook = useCan(REPOSITORY_ACCESS)
  const options = [
    // A review is about one commit, so "the newest" is not enough there.
    ...(isReviewed ? [] : [{ value: 'newest', label: t('publish.newest', { branch: project.branch }) }]),
    ...(mayLook && project.repoType !== 'empty' ? [{ value: 'commit', label: t('publish.chooseCommit') }] : []),
    ...(mayLook && project.repoType === 'git' ? [{ value: 'tag', label: t('publish.chooseTag') }] : []),
  ]
  return (
    <>
      <Form.Item name="what" label={t('publish.what')} required>
        <Radio.Group className="dp-choices" options={options} />
      </Form.Item>
      <RevisionFields projectId={project.id} />
    </>
  )
}
