import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { saveFile } from '@windlass/shared-kit/save'
import { copyText, useUrlState } from '@windlass/shared-kit/ui'
import { useDeferredValue, useMemo, useState } from 'react'
import { LogLines } from './LogLines.tsx'
import { LogTools } from './LogTools.tsx'
import { type LogLine, type LogState, withoutEscapes } from './readLog.ts'
import { ALL, shownLines } from './shownLines.ts'

interface Props {
  log: LogState
  /** Which deploy it is of, so that a link to a line still leads there after the next one. */
  token: string
  /** Names the file that is downloaded. */
  name: string
  /** Whoever opens a deploy that runs wants to see where it is; one that is over is read from its start. */
  isRunning: boolean
}

const asText = (lines: readonly LogLine[]) =>
  lines.map((line) => `${line.serverName ? `[${line.serverName}] ` : ''}${withoutEscapes(line.text)}\n`).join('')

/** Where this line is found, from anywhere: without what was searched for, which would hide its neighbours. */
function lineAddress(line: number, token: string): string {
  const address = new URL(location.href)
  const [path = ''] = address.hash.split('?')
  address.hash = `${path}?${new URLSearchParams({ token, line: String(line) })}`
  return address.href
}

/** The lines that fit the filter; typing stays immediate, however long the log is. */
function useShown({ lines }: LogState, server: string, find: string) {
  const wanted = useDeferredValue(find)
  return useMemo(() => shownLines(lines, server, wanted), [lines, server, wanted])
}

/** The log as it grows: per server, searchable, with lines that can be linked to. */
export function LogView({ log, token, name, isRunning }: Props) {
  const { t } = useTranslation('deploy')
  const { values, change } = useUrlState({ server: ALL, find: '', wrap: '', line: '', token: '' })
  const [isFollowing, setFollowing] = useState(isRunning)
  const shown = useShown(log, values.server, values.find)
  const servers = useMemo(() => [...log.servers], [log.servers])
  const isWrapped = values.wrap === '1'
  // Whoever looks at one line does not want to be carried away from it.
  const follows = isFollowing && values.line === ''
  const handleFollow = (next: boolean) => {
    setFollowing(next)
    if (next) change({ line: '' })
  }
  const handleMark = async (number: number) => {
    change({ line: String(number), token })
    if (await copyText(lineAddress(number, token))) toast.success(t('detail.linkCopied', { number }))
  }
  return (
    <section className="dp-log" aria-label={t('detail.log')}>
      <LogTools
        servers={servers}
        server={values.server}
        find={values.find}
        isWrapped={isWrapped}
        isFollowing={follows}
        onChange={change}
        onLine={(line) => change({ line: String(line), find: '', token })}
        onFollow={handleFollow}
        onDownload={() => saveFile(`${name}.log`, new Blob([asText(shown)], { type: 'text/plain;charset=utf-8' }))}
      />
      {shown.length === 0 ? (
        <p className="dp-log-empty wl-faint">{t(log.lines.length === 0 ? 'detail.logEmpty' : 'detail.nothingFound')}</p>
      ) : (
        <LogLines
          lines={shown}
          isWrapped={isWrapped}
          hasServers={servers.length > 1}
          isFollowing={follows}
          marked={Number(values.line)}
          onMark={(number) => void handleMark(number)}
          onScrolledUp={() => setFollowing(false)}
        />
      )}
    </section>
  )
}
