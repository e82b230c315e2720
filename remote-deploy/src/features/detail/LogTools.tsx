import { DownloadOutlined, VerticalAlignBottomOutlined } from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button, Input, Segmented, Select, Switch } from 'antd'
import { ALL } from './shownLines.ts'

/** More names than this do not fit beside each other. */
const MOST_TABS = 4

interface Props {
  /** Ids and names of the servers that said something. */
  servers: readonly (readonly [number, string])[]
  server: string
  find: string
  isWrapped: boolean
  isFollowing: boolean
  onChange: (patch: { server?: string; find?: string; wrap?: string }) => void
  /** Goes to the line of that number. */
  onLine: (number: number) => void
  onFollow: (isFollowing: boolean) => void
  onDownload: () => void
}

/** What is shown of a log, and how. */
export function LogTools(props: Props) {
  const { servers, server, find, isWrapped, isFollowing, onChange, onLine, onFollow, onDownload } = props
  const { t } = useTranslation('deploy')
  return (
    <header>
      <h2>{t('detail.log')}</h2>
      {servers.length > 1 && (
        <ServerChoice servers={servers} value={server} onChange={(value) => onChange({ server: value })} />
      )}
      <Input
        size="small"
        type="search"
        allowClear
        className="dp-log-find"
        aria-label={t('detail.find')}
        placeholder={t('detail.find')}
        value={find}
        onChange={(event) => onChange({ find: event.target.value })}
      />
      <Input
        size="small"
        inputMode="numeric"
        className="dp-log-line"
        aria-label={t('detail.goToLine')}
        placeholder={t('detail.goToLine')}
        onPressEnter={({ currentTarget }) => {
          const number = Number(currentTarget.value)
          if (Number.isInteger(number) && number > 0) onLine(number)
        }}
      />
      <label className="dp-log-wrap">
        <Switch size="small" checked={isWrapped} onChange={(isOn) => onChange({ wrap: isOn ? '1' : '' })} />{' '}
        {t('detail.wrap')}
      </label>
      <Button
        size="small"
        type={isFollowing ? 'default' : 'text'}
        icon={<VerticalAlignBottomOutlined />}
        aria-pressed={isFollowing}
        onClick={() => onFollow(!isFollowing)}
      >
        {t('detail.follow')}
      </Button>
      <Button
        size="small"
        type="text"
        icon={<DownloadOutlined />}
        aria-label={t('detail.download')}
        title={t('detail.download')}
        onClick={onDownload}
      />
    </header>
  )
}

interface ServerChoiceProps {
  servers: Props['servers']
  value: string
  onChange: (server: string) => void
}

function ServerChoice({ servers, value, onChange }: ServerChoiceProps) {
  const { t } = useTranslation('deploy')
  const options = [
    { value: ALL, label: t('detail.allServers') },
    ...servers.map(([id, label]) => ({ value: String(id), label })),
  ]
  const shared = { size: 'small' as const, 'aria-label': t('detail.server'), value, onChange, options }
  if (servers.length <= MOST_TABS) return <Segmented {...shared} />
  return <Select {...shared} className="dp-log-server" showSearch={{ optionFilterProp: 'label' }} />
}
