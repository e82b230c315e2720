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
const READY = ['git', 'empty'] as const

/** Where the files come from; both buttons ask the repository that is in the form now. */
export function RepositoryFields() {
  const { t } = useTranslation('deploy')
  const form = Form.useFormInstance<ProjectFields>()
  const rule = useProblemRule()
  const repoType = Form.useWatch('repoType', form) ?? 'git'
  const { ping, branches } = useRepository()
  const types = REPO_TYPES.filter((type) => READY.some((ready) => ready === type) || type === repoType)

  const forget = () => {
    ping.reset()
    branches.reset()
  }
  /** Asks only with an address that could be one; otherwise the field says what is wrong with it. */
  const ask = async (question: (repository: Repository) => void) => {
    try {
      await form.validateFields(['url'])
    } catch {
      // The field shows why.
      return
    }
    question({ repoType, url: String(form.getFieldValue('url')).trim() })
  }
  return (
    <>
      <Form.Item name="repoType" label={t('project.repoType')} required>
        <Radio.Group
          onChange={forget}
          options={types.map((value) => ({
            value,
            label: t(`project.repo.${value}`),
            disabled: !READY.some((ready) => ready === value),
          }))}
        />
      </Form.Item>
      {repoType !== 'empty' && (
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
                onChange={forget}
              />
            </Form.Item>
            <Button loading={ping.isPending} onClick={() => void ask((repository) => ping.mutate(repository))}>
              {t('project.test')}
            </Button>
          </div>
          <Asked error={ping.error} isFine={ping.isSuccess} fine={t('project.answers')} />
        </>
      )}
      <div className="dp-joined">
        <Form.Item name="branch" label={t('branch')} required rules={[rule(branchProblem)]}>
          <AutoComplete
            className="dp-mono-field"
            maxLength={TEXT_LENGTH}
            options={(branches.data?.branch ?? []).map((branch) => ({ value: branch }))}
            showSearch={{ filterOption: (typed, option) => String(option?.value).includes(typed) }}
          />
        </Form.Item>
        {repoType !== 'empty' && (
          <Button loading={branches.isPending} onClick={() => void ask((repository) => branches.mutate(repository))}>
            {t('project.listBranches')}
          </Button>
        )}
      </div>
      <Asked
        error={branches.error}
        isFine={branches.isSuccess}
        fine={t('project.branchCount', { count: branches.data?.branch?.length ?? 0 })}
      />
    </>
  )
}

function Asked({ error, isFine, fine }: { error: Error | null; isFine: boolean; fine: string }) {
  const { t } = useTranslation('deploy')
  const textOf = useErrorText()
  if (!error && !isFine) return null
  return (
    <output className="dp-asked" style={{ display: 'block' }}>
      <StateMark state={error ? 'failed' : 'success'}>{error ? t('project.noAnswer') : fine}</StateMark>
      {error && <pre>{textOf(error).text}</pre>}
    </output>
  )
}
