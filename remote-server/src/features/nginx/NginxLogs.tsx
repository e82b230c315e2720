import type { NginxLog } from '@windlass/shared-kit/contract/nginx'
import { NginxLogTail } from '@windlass/shared-kit/contract/nginx'
import { call } from '@windlass/shared-kit/http'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { usePageActive } from '@windlass/shared-kit/remote'
import { useIsMobile } from '@windlass/shared-kit/ui'
import { Alert, Checkbox, Drawer, Input, Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { Place } from './useNginx.ts'

interface Props {
  place: Place
  logs: readonly NginxLog[]
  onClose: () => void
}

const FOLLOW_MS = 2000
const FILTER_MS = 400
/** What is kept in the page. */
const SHOWN_LENGTH = 1_000_000

/** The end of a log, followed while it is open. */
export function NginxLogs({ place, logs, onClose }: Props) {
  const { t } = useTranslation('server')
  const isMobile = useIsMobile()
  const isActive = usePageActive()
  const [file, setFile] = useState(logs[0]?.path ?? '')
  const [filter, setFilter] = useState('')
  const [isFollowing, setFollowing] = useState(true)
  const { text, problem, isRead } = useTail(place, file, filter, isFollowing && isActive)
  const view = useRef<HTMLPreElement>(null)
  useEffect(() => {
    if (text !== '' && isFollowing && view.current) view.current.scrollTop = view.current.scrollHeight
  }, [text, isFollowing])
  return (
    <Drawer
      title={t('nginx.logs')}
      open={isActive}
      size={isMobile ? '100%' : '80%'}
      closable={{ 'aria-label': t('nginx.close') }}
      classNames={{ body: 'text-page nginx-logs' }}
      onClose={onClose}
    >
      <div className="text-bar nginx-log-tools">
        <Select
          className="wl-mono"
          aria-label={t('nginx.log')}
          value={file}
          onChange={setFile}
          options={logs.map(({ path, kind, site }) => ({
            value: path,
            label: [path, t(`nginx.logKind.${kind}`), site].filter(Boolean).join(' · '),
          }))}
        />
        <Input
          type="search"
          allowClear
          aria-label={t('nginx.logFilter')}
          placeholder={t('nginx.logFilter')}
          maxLength={200}
          onChange={({ target }) => setFilter(target.value)}
        />
        <Checkbox checked={isFollowing} onChange={({ target }) => setFollowing(target.checked)}>
          {t('nginx.follow')}
        </Checkbox>
      </div>
      {problem && <Alert type="warning" showIcon title={problem} />}
      <pre ref={view} className="nginx-output" aria-label={file}>
        {text === '' && !problem ? (
          <span className="wl-faint">{t(isRead ? 'nginx.logEmpty' : 'nginx.logReading')}</span>
        ) : (
          text
        )}
      </pre>
    </Drawer>
  )
}

/** What a log says, asked again and again from where the last answer ended. */
function useTail(place: Place, file: string, filter: string, isFollowing: boolean) {
  const subject = JSON.stringify([place, file, filter])
  const [state, setState] = useState({ subject, text: '', offset: 0, inode: '', problem: '' })
  const isOther = state.subject !== subject
  const { offset, inode } = state
  useEffect(() => {
    if (file === '' || !(isFollowing || isOther)) return
    const aborting = new AbortController()
    const isFirst = isOther || inode === ''
    const ask = async () => {
      try {
        const from = isFirst ? {} : { offset, inode }
        const input = { ...place, file, ...from, ...(filter !== '' && { filter }) }
        const answer = await call(NginxLogTail, input, { signal: aborting.signal, quiet: true })
        setState((last) => {
          const before = isFirst || answer.isAnew ? '' : last.text
          // A new object each time is what starts the wait for the next answer.
          return { ...answer, subject, text: `${before}${answer.text}`.slice(-SHOWN_LENGTH), problem: '' }
        })
      } catch (error) {
        if (aborting.signal.aborted) return
        const problem = error instanceof Error ? error.message : String(error)
        setState({ subject, text: '', offset: 0, inode: '', problem })
      }
    }
    const timer = setTimeout(() => void ask(), isFirst ? FILTER_MS : FOLLOW_MS)
    return () => {
      clearTimeout(timer)
      aborting.abort()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the subject names place, file and filter
  }, [subject, isFollowing, isOther, state])
  return isOther ? { text: '', problem: '', isRead: false } : { ...state, isRead: inode !== '' }
}
