import './json.css'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Segmented } from 'antd'
import { type ClipboardEvent, useState } from 'react'
import { useResult } from '../../box/useResult.ts'
import { useRisk } from '../../box/useRisk.ts'
import { useToolState } from '../../box/useToolState.ts'
import { FileDrop } from '../../parts/FileDrop.tsx'
import { ToolButtons } from '../../parts/ToolButtons.tsx'
import { WorkProgress } from '../../parts/WorkProgress.tsx'
import { AboutText } from './AboutText.tsx'
import { JsonOutput } from './JsonOutput.tsx'
import { JsonProblem } from './JsonProblem.tsx'
import { type JsonFault, offsetOf } from './jsonFault.ts'
import { LongTextView } from './LongTextView.tsx'
import { PrettyView } from './PrettyView.tsx'
import { RawStatus } from './RawStatus.tsx'
import { RawText } from './RawText.tsx'
import { type JsonSource, type JsonState, useJsonSource } from './useJsonSource.ts'

const CLEAN: JsonState = { text: '', view: 'raw' }
const VIEWS = ['raw', 'pretty'] as const

/** Shows a document of any size as a tree, with every key and number as it was written. */
export default function JsonTool() {
  const { t } = useTranslation('toolbox')
  const [{ text, view }, keep] = useToolState(CLEAN)
  const { document, ...source } = useJsonSource(text, keep)
  const { open, work, problem } = document
  const { long } = open
  const [caret, setCaret] = useState<number>()
  const isPretty = view === 'pretty' && (text !== '' || long !== undefined)

  useResult(open.pretty)
  const atRisk = work ?? long
  useRisk(atRisk && t(work ? 'json.riskOpening' : 'json.riskOpen', { name: atRisk.name ?? t('json.pasted') }))

  const changeView = (next: string) => {
    setCaret(undefined)
    keep({ view: next })
  }
  const goTo = (fault: JsonFault) => {
    setCaret(offsetOf(text, fault))
    keep({ view: 'raw' })
  }
  return (
    <div className="toolbox-tool" onPaste={(event) => handlePaste(event, source)}>
      <ToolButtons>
        <Segmented
          aria-label={t('json.mode')}
          value={view}
          options={VIEWS.map((value) => ({ value, label: t(`json.${value}`) }))}
          onChange={changeView}
        />
        <small className="wl-faint json-about">{isPretty && <AboutText open={open} />}</small>
      </ToolButtons>
      {work && (
        <WorkProgress
          label={t('json.opening', { name: work.name ?? t('json.pasted') })}
          done={work.done}
          total={work.source.size}
          onCancel={document.cancel}
        />
      )}
      <FileDrop onFile={source.openFile}>
        {isPretty && <PrettyView document={document} onGo={long ? undefined : goTo} />}
        {!isPretty && long && <LongTextView key={open.id} document={document} long={long} />}
        {!isPretty && !long && (
          <>
            <RawText text={text} onChange={source.type} onPaste={source.paste} caret={caret} />
            <RawStatus opening={open.opening} lines={open.view.lines} />
          </>
        )}
      </FileDrop>
      {problem && <JsonProblem problem={problem} onClose={() => document.setProblem(undefined)} />}
      <JsonOutput
        document={document}
        rawText={isPretty || long ? undefined : text}
        onClear={source.clear}
        isClean={text === '' && !long && !work}
      />
    </div>
  )
}

/** What is pasted anywhere but into a field replaces what is open. */
function handlePaste(event: ClipboardEvent, { openFile, paste }: Pick<JsonSource, 'openFile' | 'paste'>): void {
  const [file] = event.clipboardData.files
  const pasted = event.clipboardData.getData('text/plain')
  const isForField = event.target instanceof Element && event.target.matches('input, textarea:not([readonly])')
  if (isForField || (!file && pasted === '')) return
  event.preventDefault()
  void (file ? openFile(file) : paste(pasted))
}
