/** Numeric enumerations of the wire (Specification 4). */

export const State = { Disabled: 0, Enabled: 1 } as const
export const Environment = { Unknown: 0, Production: 1, PreRelease: 2, Test: 3, Development: 4 } as const
/** Channels of notices; 4 is ours. */
export const NotifyType = { None: 0, WeCom: 1, DingTalk: 2, Feishu: 3, EMail: 4, Custom: 255 } as const
export type NotifyTypeNumber = (typeof NotifyType)[keyof typeof NotifyType]
export const ReviewState = { Wait: 0, Reviewed: 1, Rejected: 2 } as const

/** Where a project stands; a queued deploy already counts as deploying. */
export const DeployState = { NotDeployed: 0, Deploying: 1, Success: 2, Failed: 3 } as const
export type DeployStateNumber = (typeof DeployState)[keyof typeof DeployState]

/** Stages of one deploy, as stored in the trace. */
export const TraceType = {
  Queue: 0,
  BeforePull: 1,
  Pull: 2,
  AfterPull: 3,
  BeforeDeploy: 4,
  Deploy: 5,
  AfterDeploy: 6,
  DeployFinish: 7,
  PublishFinish: 8,
} as const
export type TraceTypeNumber = (typeof TraceType)[keyof typeof TraceType]

export const REPO_TYPES = ['git', 'svn', 'ftp', 'sftp', 'empty'] as const
export const TRANSFER_TYPES = ['rsync', 'sftp', 'custom'] as const
export const SCRIPT_MODES = ['', 'sh', 'zsh', 'bash', 'python', 'php', 'cmd', 'yaml'] as const
