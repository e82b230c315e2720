import { type DeployPolicy, PLAIN_POLICY } from '@windlass/shared-kit/contract/deployPolicy'
import { Environment, NotifyType, State } from '@windlass/shared-kit/contract/enums'
import {
  BLANK_PROJECT,
  type CustomVariable,
  type Project,
  type ScriptBlock,
} from '@windlass/shared-kit/contract/project'
import { joinReviewAddress, type ReviewParameter, splitReviewAddress } from './reviewAddress.ts'
import type { ProjectInput } from './useProjects.ts'

/** The places a project has a script for. */
export const SCRIPT_PLACES = ['afterPull', 'afterDeploy', 'deployFinish'] as const
export type ScriptPlace = (typeof SCRIPT_PLACES)[number]

/** What the form holds. */
export interface ProjectFields {
  name: string
  /** Undefined until somebody chose one: nothing is production by accident. */
  environment?: number
  labels: string[]
  path: string
  repoType: Project['repoType']
  url: string
  branch: string
  serverIds: number[]
  deployServerMode: 'parallel' | 'serial'
  transferType: 'custom' | 'rsync' | 'sftp'
  transferOption: string
  userIds: number[]
  hasReleases: boolean
  symlinkPath: string
  symlinkBackupNumber: number
  script: Record<ScriptPlace, ScriptBlock>
  variables: CustomVariable[]
  /** Only what the form shows; the rest stays as it is. */
  policy?: Partial<DeployPolicy> | undefined
  hasReview: boolean
  reviewAddress: string
  reviewParameters: ReviewParameter[]
  notifyType: Project['notifyType']
  notifyTarget: string
}

const DEFAULT_OPTION = '-rtv --exclude .git'
const DEFAULT_RELEASES = 10

/** The labels of a project; they travel joined by commas. */
export const labelsOf = (label: string): string[] => label.split(',').filter((text) => text !== '')

/** Where the releases of a project are kept unless somebody says otherwise: beside it, never inside. */
export const releasesBeside = (path: string): string => {
  const parts = path.split('/').map((part) => part.trim())
  const names = parts.filter((part) => part !== '' && part !== '.')
  const last = names.pop()
  return last === undefined ? '' : `/${[...names, 'goploy-symlink', last].join('/')}`
}

/** Programs of Windows end a line otherwise; whichever program is chosen last decides for the whole script. */
const withLineEnds = ({ mode, content }: ScriptBlock): ScriptBlock => ({
  mode,
  content: content.replaceAll(/\r?\n/g, mode === 'cmd' ? '\r\n' : '\n'),
})

const block = ({ mode, content }: ScriptBlock): ScriptBlock => ({ mode: mode || 'bash', content })

/** What the form starts with: the project as it is, or what suits most new ones. */
export function fieldsOf(project: Project | undefined, bound: { serverIds: number[]; userIds: number[] }) {
  const { script, ...from } = project ?? BLANK_PROJECT
  const hasReleases = project ? from.symlinkPath !== '' : true
  const review = splitReviewAddress(from.reviewURL)
  return {
    name: from.name,
    environment: from.environment === Environment.Unknown ? undefined : from.environment,
    labels: labelsOf(from.label),
    path: from.path,
    repoType: from.repoType,
    url: from.url,
    branch: from.branch,
    ...bound,
    deployServerMode: from.deployServerMode || 'parallel',
    transferType: from.transferType || 'rsync',
    transferOption: project ? from.transferOption : DEFAULT_OPTION,
    hasReleases,
    symlinkPath: from.symlinkPath || releasesBeside(from.path),
    symlinkBackupNumber: from.symlinkBackupNumber || DEFAULT_RELEASES,
    script: {
      afterPull: block(script.afterPull),
      afterDeploy: block(script.afterDeploy),
      deployFinish: block(script.deployFinish),
    },
    variables: (script.customVariables ?? []).map((variable) => ({ ...variable })),
    policy: from.policy ?? PLAIN_POLICY,
    hasReview: from.review === State.Enabled,
    reviewAddress: review.address,
    reviewParameters: review.parameters,
    notifyType: from.notifyType,
    notifyTarget: from.notifyTarget,
  } satisfies ProjectFields
}

/** What is sent for what was filled in. */
export function inputOf(fields: ProjectFields): ProjectInput {
  const { afterPull, afterDeploy, deployFinish } = fields.script
  const isTold = fields.notifyType !== NotifyType.None
  return {
    name: fields.name.trim(),
    repoType: fields.repoType,
    url: fields.repoType === 'empty' ? '' : fields.url.trim(),
    label: fields.labels.join(','),
    path: fields.path.trim(),
    environment: fields.environment ?? Environment.Unknown,
    branch: fields.branch.trim(),
    symlinkPath: fields.hasReleases ? fields.symlinkPath.trim() : '',
    symlinkBackupNumber: fields.hasReleases ? fields.symlinkBackupNumber : 0,
    script: {
      afterPull: withLineEnds(afterPull),
      afterDeploy: withLineEnds(afterDeploy),
      deployFinish: withLineEnds(deployFinish),
      customVariables: fields.variables.map((variable) => ({ ...variable, value: variable.value.trim() })),
    },
    transferType: fields.transferType,
    transferOption: fields.transferOption.trim(),
    deployServerMode: fields.deployServerMode,
    serverIds: fields.serverIds,
    userIds: fields.userIds,
    review: fields.hasReview ? State.Enabled : State.Disabled,
    reviewURL: fields.hasReview ? joinReviewAddress(fields.reviewAddress, fields.reviewParameters) : '',
    notifyType: fields.notifyType,
    notifyTarget: isTold ? fields.notifyTarget.trim() : '',
    ...(fields.policy && { policy: fields.policy }),
  }
}

/** The tabs of the form, each with the fields on it. */
const TABS = {
  base: ['name', 'environment', 'labels', 'path', 'repoType', 'url', 'branch'],
  servers: ['serverIds', 'deployServerMode', 'transferType', 'transferOption', 'userIds'],
  releases: ['hasReleases', 'symlinkPath', 'symlinkBackupNumber'],
  scripts: ['script'],
  variables: ['variables'],
  rollout: ['policy'],
  review: ['hasReview', 'reviewAddress', 'reviewParameters'],
  notices: ['notifyType', 'notifyTarget'],
} as const satisfies Record<string, readonly (keyof ProjectFields)[]>
export type TabName = keyof typeof TABS
export const TAB_NAMES = Object.keys(TABS) as TabName[]

/** The tab that a field stands on. */
export const tabOf = (field: unknown): TabName =>
  TAB_NAMES.find((tab) => (TABS[tab] as readonly unknown[]).includes(field)) ?? 'base'
