import { FileTextOutlined, ReloadOutlined } from '@ant-design/icons'
import type { OutputOf } from '@windlass/shared-kit/contract'
import { type NginxConfigList, type NginxInstance, NginxManage } from '@windlass/shared-kit/contract/nginx'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { call } from '@windlass/shared-kit/http'
import { formatZonedTime, useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { ConfirmDanger, StateMark } from '@windlass/shared-kit/ui'
import { AutoComplete, Button } from 'antd'
import { useState } from 'react'
import { NginxLogs } from './NginxLogs.tsx'
import { NginxOutput } from './NginxOutput.tsx'
import type { OpenFile } from './openFile.ts'
import { type Place, useNginxChanged, useNginxStatus } from './useNginx.ts'

interface Props {
  serverName: string
  isShown: boolean
  place: Place | undefined
  running: readonly NginxInstance[]
  installed: readonly string[]
  list: OutputOf<typeof NginxConfigList> | undefined
  isListing: boolean
  /** What is waiting for a yes. */
  asked: NginxCommand | undefined
  onAsk: (command: NginxCommand | undefined) => void
  onProgram: (path: string) => void
  onFile: (file: OpenFile) => void
}

/** What is done with an nginx as a whole. */
export type NginxCommand = 'check' | 'reload'

/** Where nginx is, how it runs, and what can be done with it as a whole. */
export function NginxHead(props: Props) {
  const { serverName, place, running, installed, list, isListing, asked, onAsk, onProgram, onFile } = props
  const { t } = useTranslation('server')
  const changed = useNginxChanged()
  const [text, setText] = useState<string>()
  const [said, setSaid] = useState<{ ok: boolean; text: string }>()
  const [isLogging, setLogging] = useState(false)
  const programs = [...new Set([...running.map(({ path }) => path), ...installed])]

  const manage = async (command: NginxCommand) => {
    if (!place) return
    try {
      const { output } = await call(NginxManage, { ...place, command }, { quiet: true })
      setSaid({ ok: true, text: output })
    } catch (error) {
      setSaid({ ok: false, text: error instanceof Error ? error.message : String(error) })
    }
    await changed()
  }
  return (
    <header className="text-bar nginx-head">
      <ProgramField {...{ text, onProgram }} path={place?.path ?? ''} programs={programs} onText={setText} />
      <Button
        icon={<ReloadOutlined />}
        loading={isListing}
        aria-label={t('nginx.list')}
        title={t('nginx.list')}
        onClick={() => onProgram((text ?? place?.path ?? '').trim())}
      />
      {place && list && <NginxStatusText place={place} isShown={props.isShown} />}
      <span className="nginx-tools">
        <Button icon={<FileTextOutlined />} disabled={!list} onClick={() => setLogging(true)}>
          {t('nginx.logs')}
        </Button>
        <Can any={[Permission.ManageServerNginx]}>
          <Button disabled={!list} onClick={() => onAsk('check')}>
            {t('nginx.check')}
          </Button>
          <Button type="primary" disabled={!list} onClick={() => onAsk('reload')}>
            {t('nginx.reload')}
          </Button>
        </Can>
      </span>
      <CommandQuestion
        {...{ asked, serverName }}
        program={place?.path ?? ''}
        onConfirm={manage}
        onClose={() => onAsk(undefined)}
      />
      {said && <NginxOutput {...said} onFile={onFile} onClose={() => setSaid(undefined)} />}
      {isLogging && place && <NginxLogs place={place} logs={list?.logs ?? []} onClose={() => setLogging(false)} />}
    </header>
  )
}

interface FieldProps {
  text: string | undefined
  path: string
  programs: readonly string[]
  onText: (text: string) => void
  onProgram: (path: string) => void
}

function ProgramField({ text, path, programs, onText, onProgram }: FieldProps) {
  const { t } = useTranslation('server')
  return (
    <AutoComplete
      className="wl-mono nginx-program"
      aria-label={t('nginx.program')}
      placeholder="/usr/sbin/nginx"
      value={text ?? path}
      options={programs.map((value) => ({ value }))}
      onChange={onText}
      onSelect={onProgram}
      onKeyDown={(event) => event.key === 'Enter' && text && onProgram(text.trim())}
    />
  )
}

interface QuestionProps {
  asked: NginxCommand | undefined
  serverName: string
  program: string
  onConfirm: (command: NginxCommand) => Promise<void>
  onClose: () => void
}

function CommandQuestion({ asked, serverName, program, onConfirm, onClose }: QuestionProps) {
  const { t } = useTranslation('server')
  return (
    <ConfirmDanger
      open={asked !== undefined}
      title={t(`nginx.confirm.${asked ?? 'check'}`, { name: serverName })}
      explanation={
        <>
          {t(`nginx.confirmExplanation.${asked ?? 'check'}`)}
          <code className="wl-mono nginx-command">
            {program} {asked === 'reload' ? '-s reload' : '-t'}
          </code>
        </>
      }
      verb={t(`nginx.${asked ?? 'check'}`)}
      onConfirm={async () => asked && onConfirm(asked)}
      onClose={onClose}
    />
  )
}

function NginxStatusText({ place, isShown }: { place: Place; isShown: boolean }) {
  const { t } = useTranslation('server')
  const { data } = useNginxStatus(place, isShown)
  if (!data) return null
  if (data.pid === 0) {
    return <StateMark state="disabled">{t('nginx.stopped', { version: data.version })}</StateMark>
  }
  const since = formatZonedTime(data.startTime * 1000)
  return (
    <span className="nginx-status" title={t('nginx.since', { since, pid: data.pid, user: data.user })}>
      <StateMark state="success">{t('nginx.running', { version: data.version, count: data.workers })}</StateMark>
      {data.connections && (
        <span className="wl-faint" title={t('nginx.connectionsNow', { ...data.connections })}>
          {t('nginx.connections', { count: data.connections.active, requests: data.connections.requests })}
        </span>
      )}
      {data.notLoaded.length > 0 && (
        <span title={data.notLoaded.join('\n')}>
          <StateMark state="waiting">{t('nginx.notLoaded', { count: data.notLoaded.length })}</StateMark>
        </span>
      )}
    </span>
  )
}
