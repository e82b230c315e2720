import { REPO_TYPES } from '@windlass/shared-kit/contract/enums'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { StateMark, useErrorText } from '@windlass/shared-kit/ui'
import { AutoComplete, Button, Form, Input, Radio } from 'antd'
import type { ProjectFields } from './projectFields.ts'
import { addressProblem, branchProblem } from './projectRules.ts'
import { useProblemRule } from './useProblemRule.ts'
import { type Repository, useRepository } from './useProjects.ts'

const TEXT_LENGTH = 255
/** How a source without branches calls all that it has. */
const ONE_BRANCH: Partial<Record<ProjectFields['repoType'], string>> = {
  svn: 'master',
  ftp: 'virtual',
  sftp: 'virtual',
  empty: 'virtual',
}
const EXAMPLES = {
  git: [
    'git@example.com:team/shop.git',
    'ssh://git@example.com:2222/team/shop.git',
    'https://ada:token@example.com/team/shop.git',
  ],
  svn: ['svn://example.com/shop/trunk', 'https://example.com/svn/shop --username=ada --password=secret'],
  ftp: ['ftp://ada:secret@example.com/shop', 'ftps://ada:secret@example.com:990/shop'],
  sftp: ['sftp://example.com:22/srv/shop --user=ada --keyFile=/root/.ssh/id_ed25519'],
} as const

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
    // What stands in the field is what is asked, whatever else is still wrong in the form.
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
  const form = Form.useFormInstance<ProjectFields>()
  /** Types without branches have one name that stands for everything. */
  const handleType = (next: ProjectFields['repoType']) => {
    forget()
    const branch: string = form.getFieldValue('branch') ?? ''
    const names: readonly string[] = Object.values(ONE_BRANCH)
    if (branch === '' || names.includes(branch)) form.setFieldValue('branch', ONE_BRANCH[next] ?? '')
  }
  return (
    <>
      <Form.Item name="repoType" label={t('project.repoType')} required>
        <Radio.Group
          onChange={(event) => handleType(event.target.value as ProjectFields['repoType'])}
          options={REPO_TYPES.map((value) => ({ value, label: t(`project.repo.${value}`) }))}
        />
      </Form.Item>
      {repoType !== 'empty' && <AddressField repoType={repoType} ping={ping} onChange={forget} />}
      <BranchField branches={branches} canList={repoType !== 'empty'} />
    </>
  )
}

interface AddressProps {
  repoType: keyof typeof EXAMPLES
  ping: ReturnType<typeof useAsking>['ping']
  onChange: () => void
}

function AddressField({ repoType, ping, onChange }: AddressProps) {
  const { t } = useTranslation('deploy')
  const rule = useProblemRule()
  return (
    <>
      <div className="dp-joined">
        <Form.Item
          name="url"
          label={t('project.repository')}
          extra={<AddressHelp repoType={repoType} />}
          required
          dependencies={['repoType']}
          rules={[rule((url) => addressProblem(url, repoType))]}
        >
          <Input
            className="dp-mono-field"
            maxLength={TEXT_LENGTH}
            autoComplete="off"
            placeholder={EXAMPLES[repoType][0]}
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

/** The forms an address may have; what holds a secret is never shown again. */
function AddressHelp({ repoType }: { repoType: keyof typeof EXAMPLES }) {
  const { t } = useTranslation('deploy')
  return (
    <>
      {t(`project.repositoryHint.${repoType}`)}
      <span className="dp-examples">
        {EXAMPLES[repoType].map((example) => (
          <code key={example}>{example}</code>
        ))}
      </span>
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
