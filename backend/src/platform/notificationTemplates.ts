import { NotifyType } from '@windlass/shared-kit/contract'
import type { NoticeLanguage, NoticeUse, TemplateType } from '@windlass/shared-kit/contract/notification'

/** How a channel writes a line of values, and the state with the colours it has. */
interface Style {
  type: TemplateType
  line(label: string, value: string): string
  /** To the page of what it is about. */
  link(label: string, address: string): string
  state(label: string, value: string): string
  good(text: string): string
  bad(text: string): string
}

/** The text a channel begins with. */
export interface DefaultTemplate {
  id: number
  type: TemplateType
  useBy: NoticeUse
  title: string
  template: string
}

const same = (text: string) => text
const heading = (label: string, value: string) => `#### ${label}: ${value}`
const plain = (label: string, value: string) => `${label}: ${value}`
const markdownLink = (label: string, address: string) => `[${label}](${address})`
const STYLES: readonly Style[] = [
  {
    type: NotifyType.WeCom,
    line: (label, value) => `> ${label}: <font color="comment">${value}</font>`,
    link: (label, address) => `> ${markdownLink(label, address)}`,
    state: (label, value) => `> ${label}: ${value}`,
    good: (text) => `<font color="info">${text}</font>`,
    bad: (text) => `<font color="warning">${text}</font>`,
  },
  {
    type: NotifyType.DingTalk,
    line: heading,
    link: (label, address) => `#### ${markdownLink(label, address)}`,
    state: heading,
    good: same,
    bad: same,
  },
  { type: NotifyType.Feishu, line: plain, link: plain, state: plain, good: same, bad: same },
]
const MAIL: Style = { type: NotifyType.EMail, line: plain, link: plain, state: plain, good: same, bad: same }

const ENGLISH = {
  project: 'Project',
  publisher: 'Publisher',
  author: 'Author',
  tag: 'Tag',
  branch: 'Branch',
  commit: 'Commit',
  message: 'Message',
  servers: 'Servers',
  state: 'State',
  detail: 'Detail',
  success: 'deployed',
  failure: 'deploy failed',
  monitor: 'Monitor',
  isDown: 'cannot be reached',
  isBack: 'is back',
  certificate: 'has a certificate that ends soon',
  server: 'Server',
  item: 'Item',
  event: 'Event',
  limit: 'limit',
  warning: 'warning',
  isNormal: 'is back to normal',
  open: 'Open in the console',
  taskFailed: 'scheduled task failed',
  taskMissed: 'nothing heard of a scheduled task',
  creator: 'Asked for by',
  editor: 'Answered by',
  reason: 'Reason',
  until: 'Answer until',
  isWaiting: 'deploy waits for a review',
  isApproved: 'deploy approved',
  isRejected: 'deploy rejected',
  isExpired: 'review expired without an answer',
  average: 'average',
  largest: 'largest',
  smallest: 'smallest',
  area: 'Area',
  version: 'Version',
  instead: 'In use now',
  isTakenBack: 'was taken back, because it failed for too many',
  isDamaged: 'has files that are not what was signed',
  isMended: 'has its signed files again',
  taskDue: 'No run was told of since the one that was due at {time}. The agent or the server may be down.',
}
/** What notices say in one language. */
export type NoticeWords = Record<keyof typeof ENGLISH, string>

const CHINESE: NoticeWords = {
  project: '项目',
  publisher: '发布人',
  author: '提交人',
  tag: '标签',
  branch: '分支',
  commit: '提交',
  message: '说明',
  servers: '服务器',
  state: '状态',
  detail: '详情',
  success: '发布成功',
  failure: '发布失败',
  monitor: '监控',
  isDown: '无法访问',
  isBack: '已恢复',
  certificate: '证书即将到期',
  server: '服务器',
  item: '指标',
  event: '事件',
  limit: '阈值',
  warning: '告警',
  isNormal: '已恢复正常',
  open: '在控制台中打开',
  taskFailed: '定时任务执行失败',
  taskMissed: '定时任务没有执行记录',
  creator: '申请人',
  editor: '审核人',
  reason: '理由',
  until: '审核截止',
  isWaiting: '发布等待审核',
  isApproved: '发布已批准',
  isRejected: '发布被拒绝',
  isExpired: '审核已过期，无人处理',
  average: '平均值',
  largest: '最大值',
  smallest: '最小值',
  area: '区域',
  version: '版本',
  instead: '当前使用',
  isTakenBack: '失败过多，已自动收回',
  isDamaged: '文件与签名不符',
  isMended: '文件已恢复为签名时的内容',
  taskDue: '自应于 {time} 执行的那次起没有任何执行记录。Agent 或服务器可能已停止运行。',
}

/** The words of the console in notices, in both languages. */
export const NOTICE_WORDS: Readonly<Record<NoticeLanguage, NoticeWords>> = { en: ENGLISH, 'zh-cn': CHINESE }

const SERVER_NAMES =
  '{{ range .ProjectServers }}{{ if eq .Server.Name .Server.IP }}{{ .Server.IP }}{{ else }}{{ .Server.Name }}({{ .Server.IP }}){{ end }} {{ end }}'

const BRANCH = '{{ or .CommitInfo.Branch .Project.Branch }}'

const choose = (condition: string, one: string, other: string) =>
  `{{ if ${condition} }}${one}{{ else }}${other}{{ end }}`
/** A line that is left out where it would be empty. */
const optional = (field: string, text: string) => `{{ if ${field} }}${text}\n{{ end -}}`
const linkLine = ({ link }: Style, words: NoticeWords) => optional('.Link', link(words.open, '{{ .Link }}'))

const deploy = (style: Style, words: NoticeWords) => {
  const { line, state, good, bad } = style
  const field = (name: string, label: string) => optional(name, line(label, `{{ ${name} }}`))
  return {
    title: `{{ .Project.Name }} ${choose('eq .DeployState 2', words.success, words.failure)}`,
    template: [
      `${line(words.project, '{{ .Project.Name }}')}\n`,
      `${state(words.state, choose('eq .DeployState 2', good(words.success), bad(words.failure)))}\n`,
      `${line(words.publisher, '{{ .Project.PublisherName }}')}\n`,
      field('.CommitInfo.Author', words.author),
      field('.CommitInfo.Tag', words.tag),
      optional('(or .CommitInfo.Branch .Project.Branch)', line(words.branch, BRANCH)),
      field('.CommitInfo.Commit', words.commit),
      field('.CommitInfo.Message', words.message),
      optional('.ProjectServers', line(words.servers, SERVER_NAMES)),
      linkLine(style, words),
      field('.DeployDetail', words.detail),
    ].join(''),
  }
}

/** What happened to a monitor, in the tone it has. */
const monitorState = (good: (text: string) => string, bad: (text: string) => string, words: NoticeWords) =>
  `{{ if eq .Event "up" }}${good(words.isBack)}{{ else if eq .Event "certificate" }}${bad(words.certificate)}{{ else }}${bad(words.isDown)}{{ end }}`

const monitor = (style: Style, words: NoticeWords) => {
  const { line, state, good, bad } = style
  return {
    title: `{{ .Monitor.Name }} ${monitorState(same, same, words)}`,
    template: [
      `${line(words.monitor, '{{ .Monitor.Name }}')}\n`,
      `${state(words.state, monitorState(good, bad, words))}\n`,
      linkLine(style, words),
      optional('.ErrorMsg', line(words.detail, '{{ .ErrorMsg }}')),
    ].join(''),
  }
}

const serverMonitor = (style: Style, words: NoticeWords) => {
  const { line, state, good, bad } = style
  // Not "12 >= 80", which is wrong as soon as all is well again.
  const formula = `{{ if eq .ServerMonitor.Formula "avg" }}${words.average}{{ else if eq .ServerMonitor.Formula "max" }}${words.largest}{{ else }}${words.smallest}{{ end }}`
  const value = `${formula} {{ .CycleValue }} (${words.limit} {{ .ServerMonitor.Operator }} {{ .ServerMonitor.Value }})`
  return {
    title: `{{ .Server.Name }} {{ .ServerMonitor.Item }} ${choose('.Recovered', words.isNormal, words.warning)}`,
    template: [
      `${line(words.server, '{{ .Server.Name }}{{ if .Server.Description }}({{ .Server.Description }}){{ end }}')}\n`,
      `${line(words.item, '{{ .ServerMonitor.Item }}')}\n`,
      `${state(words.state, choose('.Recovered', good(words.isNormal), bad(words.warning)))}\n`,
      `${line(words.event, value)}\n`,
      linkLine(style, words),
    ].join(''),
  }
}

/** Where a review stands, in the tone it has. */
const reviewState = (good: (text: string) => string, bad: (text: string) => string, words: NoticeWords) =>
  `{{ if eq .Event "approved" }}${good(words.isApproved)}{{ else if eq .Event "rejected" }}${bad(words.isRejected)}{{ else if eq .Event "expired" }}${bad(words.isExpired)}{{ else }}${words.isWaiting}{{ end }}`

const review = (style: Style, words: NoticeWords) => {
  const { line, state, good, bad } = style
  const field = (name: string, label: string) => optional(name, line(label, `{{ ${name} }}`))
  return {
    title: `{{ .Project.Name }} ${reviewState(same, same, words)}`,
    template: [
      `${line(words.project, '{{ .Project.Name }}')}\n`,
      `${state(words.state, reviewState(good, bad, words))}\n`,
      `${line(words.creator, '{{ .Review.Creator }}')}\n`,
      field('.Review.Branch', words.branch),
      field('.Review.CommitID', words.commit),
      field('.Review.Message', words.message),
      optional('.ProjectServers', line(words.servers, SERVER_NAMES)),
      field('.Review.Editor', words.editor),
      optional('(eq .Event "waiting")', line(words.until, '{{ .Review.ExpireTime }}')),
      linkLine(style, words),
      field('.Review.Reason', words.reason),
    ].join(''),
  }
}

/** What became of a version of an area, in the tone it has. */
const areaState = (good: (text: string) => string, bad: (text: string) => string, words: NoticeWords) =>
  `{{ if eq .Event "mended" }}${good(words.isMended)}{{ else if eq .Event "damaged" }}${bad(words.isDamaged)}{{ else }}${bad(words.isTakenBack)}{{ end }}`

const ofConsole = (style: Style, words: NoticeWords) => {
  const { line, state, good, bad } = style
  return {
    title: `{{ .Release.Remote }} {{ .Release.Version }} ${areaState(same, same, words)}`,
    template: [
      `${line(words.area, '{{ .Release.Remote }}')}\n`,
      `${line(words.version, '{{ .Release.Version }}')}\n`,
      `${state(words.state, areaState(good, bad, words))}\n`,
      optional('.Release.Instead', line(words.instead, '{{ .Release.Instead }}')),
      linkLine(style, words),
      optional('.Reason', line(words.detail, '{{ .Reason }}')),
    ].join(''),
  }
}

const USES = [
  ['deploy', deploy],
  ['monitor', monitor],
  ['server_monitor', serverMonitor],
] as const
/** What came later stands behind those that have their ids already. */
const LATER_USES = [
  ['review', review],
  ['console', ofConsole],
] as const

/**
 * The first texts of notices in a language: ids 1 to 9 three uses for three chat channels each, 10 to 12 by mail,
 * from 13 on four for each later use.
 */
export const defaultTemplates = (language: NoticeLanguage): DefaultTemplate[] =>
  [
    ...USES.flatMap(([useBy, make]) => STYLES.map((style) => ({ style, useBy, make }))),
    ...USES.map(([useBy, make]) => ({ style: MAIL, useBy, make })),
    ...LATER_USES.flatMap(([useBy, make]) => [...STYLES, MAIL].map((style) => ({ style, useBy, make }))),
  ].map(({ style, useBy, make }, index) => ({
    id: index + 1,
    type: style.type,
    useBy,
    ...make(style, NOTICE_WORDS[language]),
  }))
