import './md5.css'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Switch } from 'antd'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useResult } from '../../box/useResult.ts'
import { useRisk } from '../../box/useRisk.ts'
import { useToolState } from '../../box/useToolState.ts'
import { FileDrop } from '../../parts/FileDrop.tsx'
import { ToolFoot } from '../../parts/ToolFoot.tsx'
import { DigestReadings } from './DigestReadings.tsx'
import { DigestWork } from './DigestWork.tsx'
import { ExpectedField } from './ExpectedField.tsx'
import { judge } from './expectedDigest.ts'
import { OpenedFile } from './OpenedFile.tsx'
import { SourceText } from './SourceText.tsx'
import { useDigests } from './useDigests.ts'

const CLEAN = { text: '', expected: '', isUpperCase: false }

/** MD5 and its successors, of a text while it is typed or of a file of any size, and whether they are the expected ones. */
export default function Md5Tool() {
  const { t } = useTranslation('toolbox')
  const [{ text, expected, isUpperCase }, keep] = useToolState(CLEAN)
  const [file, setFile] = useState<File>()
  const source = useRef<HTMLDivElement>(null)
  const { run, size, cancel, restart } = useDigests(file ?? text)
  const verdict = judge(expected, run.digests)
  const md5 = run.digests.md5 ?? ''
  const result = isUpperCase ? md5.toUpperCase() : md5

  const isRunning = run.state === 'running'
  useResult(result)
  useRisk(file && t(isRunning ? 'md5.riskRunning' : 'md5.riskFile', { name: file.name }))

  const handleClose = () => {
    flushSync(() => setFile(undefined))
    // The button that had the focus is gone.
    source.current?.querySelector('textarea')?.focus()
  }
  const handleClear = () => {
    setFile(undefined)
    keep({ text: '', expected: '' })
  }
  return (
    <div className="toolbox-tool">
      <FileDrop onFile={setFile}>
        <div ref={source}>
          {file ? (
            <OpenedFile file={file} onClose={handleClose} />
          ) : (
            <SourceText text={text} onChange={(next) => keep({ text: next })} />
          )}
        </div>
      </FileDrop>
      <DigestWork run={run} name={file?.name ?? t('md5.text')} size={size} onCancel={cancel} onRestart={restart} />
      <DigestReadings run={run} size={size} verdict={verdict} isUpperCase={isUpperCase} />
      <ExpectedField
        text={expected}
        verdict={verdict}
        isRunning={isRunning}
        onChange={(next) => keep({ expected: next })}
      />
      <ToolFoot result={result} onClear={handleClear} isClean={!file && text === '' && expected === ''}>
        <label className="md5-case">
          <Switch size="small" checked={isUpperCase} onChange={(next) => keep({ isUpperCase: next })} />
          {t('md5.upperCase')}
        </label>
      </ToolFoot>
    </div>
  )
}
