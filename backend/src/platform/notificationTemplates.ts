import { NotifyType } from '@windlass/shared-kit/contract'

interface Style {
  type: number
  line: (label: string, value: string) => string
}

const STYLES: readonly Style[] = [
  { type: NotifyType.WeCom, line: (label, value) => `${label}: <font color="comment">${value}</font>` },
  { type: NotifyType.DingTalk, line: (label, value) => `#### ${label}: ${value}` },
  { type: NotifyType.Feishu, line: (label, value) => `${label}: ${value}` },
]

const SERVER_NAMES =
  '{{ range .ProjectServers }}{{ if eq .Server.Name .Server.IP }}{{ .Server.IP }}{{ else }}{{ .Server.Name }}({{ .Server.IP }}){{ end }} {{ end }}'

const optional = (condition: string, text: string) => `{{ if ${condition} }}${text}\n{{ end -}}`

const deploy = ({ type, line }: Style) => ({
  type,
  useBy: 'deploy',
  title: '{{ .Project.Name }}',
  template: [
    line('Project', '{{ .Project.Name }}'),
    line('Publisher', '{{ .Project.PublisherName }}'),
    line('Author', '{{ .CommitInfo.Author }}'),
    `${optional('ne .CommitInfo.Tag ""', line('Tag', '{{ .CommitInfo.Tag }}'))}${line('Branch', '{{ .CommitInfo.Branch }}')}`,
    line('Commit', '{{ .CommitInfo.Commit }}'),
    line('Message', '{{ .CommitInfo.Message }}'),
    line('Servers', SERVER_NAMES),
    line('State', '{{ if eq .DeployState 2 }}success{{ else }}failed{{ end }}'),
    optional('ne .DeployDetail ""', line('Detail', '{{ .DeployDetail }}')),
  ].join('\n'),
})

const monitor = ({ type, line }: Style) => ({
  type,
  useBy: 'monitor',
  title: '{{ .Monitor.Name }}',
  template: `${line('Cannot be reached', '{{ .Monitor.Name }}')}\n${line('Reason', '{{ .ErrorMsg }}')}`,
})

const serverMonitor = ({ type, line }: Style) => ({
  type,
  useBy: 'server_monitor',
  title: '{{ .Server.Name }} {{ .ServerMonitor.Item }} warning',
  template: [
    line('Server', '{{ .Server.Name }}({{ .Server.Description }})'),
    line('Item', '{{ .ServerMonitor.Item }}'),
    line(
      'Event',
      '{{ .ServerMonitor.Formula }} value: {{ .CycleValue }} {{ .ServerMonitor.Operator }} {{ .ServerMonitor.Value }}',
    ),
  ].join('\n'),
})

/** The texts of the notices of a fresh database, ids 1 to 9: three uses, each for three channels. */
export const DEFAULT_TEMPLATES = [deploy, monitor, serverMonitor]
  .flatMap((make) => STYLES.map(make))
  .map((template, index) => ({ id: index + 1, ...template }))
