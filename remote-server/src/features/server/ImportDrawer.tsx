import type { ServerRow } from '@windlass/shared-kit/contract/server'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { usePageActive } from '@windlass/shared-kit/remote'
import { useErrorText, useIsMobile } from '@windlass/shared-kit/ui'
import { Alert, Button, Drawer } from 'antd'
import { useState } from 'react'
import { CsvPicker } from './CsvPicker.tsx'
import { ImportPreview } from './ImportPreview.tsx'
import { importProblemsOf } from './importProblemsOf.ts'
import { type CsvFile, type FileProblem, readServerCsv, signInOf } from './serverCsv.ts'
import { useServerImport } from './useServers.ts'

const WIDTH_PX = 640

interface Props {
  open: boolean
  /** What is there already. */
  servers: readonly ServerRow[]
  onClose: () => void
}

/** Many servers at once, from a file that is shown before it is sent. */
export function ImportDrawer({ open, servers, onClose }: Props) {
  const { t } = useTranslation('server')
  const isMobile = useIsMobile()
  const isActive = usePageActive()
  return (
    <Drawer
      title={t('import.title')}
      open={open && isActive}
      size={isMobile ? '100%' : WIDTH_PX}
      destroyOnHidden={!open}
      closable={{ 'aria-label': t('import.close') }}
      onClose={onClose}
    >
      <Import servers={servers} onDone={onClose} />
    </Drawer>
  )
}

function Import({ servers, onDone }: { servers: readonly ServerRow[]; onDone: () => void }) {
  const { t } = useTranslation('server')
  const send = useServerImport()
  const [picked, setPicked] = useState<{ file: File; content: CsvFile }>()
  const rows = picked?.content.rows ?? []
  const good = rows.filter(({ problems }) => problems.length === 0).length
  const failedRows = importProblemsOf(send.error)

  // A shared server with the same sign-in is another one.
  const own = servers.filter(({ namespaceId }) => namespaceId !== 0)
  const stored = new Set(own.map(({ ip, port, owner }) => signInOf({ host: ip, port: String(port), owner })))

  const pick = async (file: File) => {
    send.reset()
    setPicked({ file, content: readServerCsv(await file.text(), stored) })
  }
  const run = async (file: File) => {
    await send.mutateAsync(file)
    toast.success(t('import.done', { count: rows.length }))
    onDone()
  }
  const handleImport = () => {
    if (picked) run(picked.file).catch((error: unknown) => console.debug('the drawer shows what failed', error))
  }
  return (
    <div className="server-import">
      <CsvPicker fileName={picked?.file.name} onPick={pick} />
      {picked?.content.problem && <FileRefused problem={picked.content.problem} />}
      {rows.length > 0 && <ImportPreview rows={rows} failedRows={failedRows} />}
      {send.error && !failedRows && <ImportFailed error={send.error} />}
      {failedRows && (
        <Alert
          type="warning"
          showIcon
          title={t('import.partly', { count: failedRows.length, good: rows.length - failedRows.length })}
          description={t('import.partlyHint')}
        />
      )}
      {rows.length > 0 && !failedRows && (
        <Button type="primary" loading={send.isPending} disabled={good === 0} onClick={handleImport}>
          {t('import.run', { count: good })}
        </Button>
      )}
    </div>
  )
}

function FileRefused({ problem }: { problem: FileProblem }) {
  const { t } = useTranslation('server')
  return (
    <Alert
      type="error"
      showIcon
      title={t('import.fileRefused')}
      description={t(`import.file.${problem.kind}`, { detail: problem.detail })}
    />
  )
}

function ImportFailed({ error }: { error: Error }) {
  const { t } = useTranslation('server')
  const { text, requestId } = useErrorText()(error)
  return (
    <Alert
      type="error"
      showIcon
      title={t('import.failed')}
      description={requestId === '' ? text : `${text} (${t('test.requestId')} ${requestId})`}
    />
  )
}
