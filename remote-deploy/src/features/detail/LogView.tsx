import { DownloadOutlined, VerticalAlignBottomOutlined } from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useUrlState } from '@windlass/shared-kit/ui'
import { Button, Input, Segmented, Switch } from 'antd'
import { useMemo, useState } from 'react'
import { LogLines } from './LogLines.tsx'
import { type LogLine, type LogState, withoutEscapes } from './readLog.ts'

interface Props {
  log: LogState
  /** Names the file that is downloaded. */
  name: string
}

const ALL = 'all'

const asText = (lines: readonly LogLine[]) =>
  lines.map((line) => `${line.serverName ? `[${line.serverName}] ` : ''}${withoutEscapes(line.text)}\n`).join('')

function download(name: string, lines: readonly LogLine[]): void {
  const address = URL.createObjectURL(new Blob([asText(lines)], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${name}.log`
  link.click()
  URL.revokeObjectURL(address)
}

/** The log as it grows: per server, searchable, with lines that can be linked to. */
export function LogView({ log, name }: Props) {
  const { t } = useTranslation('deploy')
  const url = useUrlState({ server: ALL, find: '', wrap: '', line: '' })
  const [isFollowing, setFollowing] = useState(true)
  const { server, find, wrap, line } = url.values
  const servers = useMemo(
    () => [
      ...new Map(log.lines.filter(({ serverId }) => serverId > 0).map((item) => [item.serverId, item.serverName])),
    ],
    [log.lines],
  )
  const shown = useMemo(() => {
    const wanted = find.toLowerCase()
    return log.lines.filter(
      (item) =>
        (server === ALL || item.serverId === 0 || String(item.serverId) === server) &&
        (wanted === '' || item.text.toLowerCase().includes(wanted)),
    )
  }, [log.lines, server, find])
  return (
    <section className="dp-log" aria-label={t('detail.log')}>
      <header>
        <h2>{t('detail.log')}</h2>
        {servers.length > 1 && (
          <Segmented
            size="small"
            aria-label={t('detail.server')}
            value={server}
            onChange={(value) => url.change({ server: value })}
            options={[
              { value: ALL, label: t('detail.allServers') },
              ...servers.map(([id, label]) => ({ value: String(id), label })),
            ]}
          />
        )}
        <Input
          size="small"
          type="search"
          allowClear
          className="dp-log-find"
          aria-label={t('detail.find')}
          placeholder={t('detail.find')}
          value={find}
          onChange={(event) => url.change({ find: event.target.value })}
        />
        <label className="dp-log-wrap">
          <Switch size="small" checked={wrap === '1'} onChange={(isOn) => url.change({ wrap: isOn ? '1' : '' })} />{' '}
          {t('detail.wrap')}
        </label>
        <Button
          size="small"
          type={isFollowing ? 'default' : 'text'}
          icon={<VerticalAlignBottomOutlined />}
          aria-pressed={isFollowing}
          onClick={() => setFollowing(!isFollowing)}
        >
          {t('detail.follow')}
        </Button>
        <Button
          size="small"
          type="text"
          icon={<DownloadOutlined />}
          aria-label={t('detail.download')}
          title={t('detail.download')}
          onClick={() => download(name, shown)}
        />
      </header>
      {shown.length === 0 ? (
        <p className="dp-log-empty wl-faint">{t(log.lines.length === 0 ? 'detail.logEmpty' : 'detail.nothingFound')}</p>
      ) : (
        <LogLines
          lines={shown}
          isWrapped={wrap === '1'}
          isFollowing={isFollowing && line === '' && !log.isEnded}
          marked={Number(line)}
          onMark={(number) => url.change({ line: String(number) })}
          onScrolledUp={() => setFollowing(false)}
        />
      )}
    </section>
  )
}
