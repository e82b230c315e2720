import { REPO_TYPES } from '@windlass/shared-kit/contract/enums'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { StateMark, useErrorText } from '@windlass/shared-kit/ui'
import { AutoComplete, Button, Form, Input, Radio } from 'antd'
import type { ProjectFields } from './projectFields.ts'
import { addressProblem, branchProblem } from './projectRules.ts'
import { useProblemRule } from './useProblemRule.ts'
import { type Repository, useRepository } from './useProjects.ts'

const TEXT_LENGTH = 255
/** Types that the backend deploys from; a project that has another one still shows it. */
const READY: readonly string[] = ['git', 'empty']
const isReady = (type: string) => READY.includes(type)

/** Asks the repository that is in the form now, when its address could be one. */
function useAsking() {
  const form = Form.useFormInstance<ProjectFields>()
  const { ping, branches } = useRepository()
  const ask = async (question: (repository: Repository) => void) => {
    try {
      await form.validateFields(['url'])
    } catch {
      // The field shows why.
      return
    }
    question({ repoType: form.getFieldValue('repoType'), url: String(form.getFieldValue('url')).trim() })
  }
  return {
    ping: { ...ping, ask: () => void ask((repository) => ping.mutate(repository)) },
    branches: { ...branches, ask: () => void ask((repository) => branches.mutate(repository)) },
    /** What another repository said says nothing about this one. */
    forget: () => {
      ping.reset()
      branches.reset()
    },
  }
}

/** Where the files come from. */
export function RepositoryFields() {
  const { t } = useTranslation('deploy')
  const repoType = Form.useWatch<ProjectFields['repoType'] | undefined>('repoType') ?? 'git'
  const { ping, branches, forget } = useAsking()
  const types = REPO_TYPES.filter((type) => isReady(type) || type === repoType)
  return (
    <>
      <Form.Item name="repoType" label={t('project.repoType')} required>
        <Radio.Group
          onChange={forget}
          options={types.map((value) => ({ value, label: t(`project.repo.${value}`), disabled: !isReady(value) }))}
        />
      </Form.Item>
      {repoType !== 'empty' && <AddressField ping={ping} onChange={forget} />}
      <BranchField branches={branches} canList={repoType !== 'empty'} />
    </>
  )
}

function AddressField({ ping, onChange }: { ping: ReturnType<typeof useAsking>['ping']; onChange: () => void }) {
  const { t } = useTranslation('deploy')
  const rule = useProblemRule()
  return (
    <>
      <div className="dp-joined">
        <Form.Item
          name="url"
          label={t('project.repository')}
          extra={t('project.repositoryHint')}
          required
          rules={[rule(addressProblem)]}
        >
          <Input
            className="dp-mono-field"
            maxLength={TEXT_LENGTH}
            autoComplete="off"
            placeholder="git@example.com:team/shop.git"
            onChange={onChange}
          />
        </Form.Item>
        <Button loading={ping.isPending} onClick={ping.ask}>
          {t('project.test')}
        </Button>
      </div>
      <Asked error={ping.error} isFine={ping.isSuccess} fine={t('project.answers')} />
    </>
  )
}

function BranchField({ branches, canList }: { branches: ReturnType<typeof useAsking>['branches']; canList: boolean }) {
  const { t } = useTranslation('deploy')
  const rule = useProblemRule()
  const names = branches.data?.branch ?? []
  return (
    <>
      <div className="dp-joined">
        <Form.Item name="branch" label={t('branch')} required rules={[rule(branchProblem)]}>
          <AutoComplete
            className="dp-mono-field"
            maxLength={TEXT_LENGTH}
            options={names.map((branch) => ({ value: branch }))}
            showSearch={{ filterOption: (typed, option) => String(option?.value).includes(typed) }}
          />
        </Form.Item>
        {canList && (
          <Button loading={branches.isPending} onClick={branches.ask}>
            {t('project.listBranches')}
          </Button>
        )}
      </div>
      <Asked
        error={branches.error}
        isFine={branches.isSuccess}
        fine={t('project.branchCount', { count: names.length })}
      />
    </>
  )
}

function Asked({ error, isFine, fine }: { error: Error | null; isFine: boolean; fine: string }) {
  const { t } = useTranslation('deploy')
  const textOf = useErrorText()
  if (!error && !isFine) return null
  return (
    <output className="dp-asked">
      <StateMark state={error ? 'failed' : 'success'}>{error ? t('project.noAnswer') : fine}</StateMark>
      {error && <pre>{textOf(error).text}</pre>}
    </output>
  )
}
