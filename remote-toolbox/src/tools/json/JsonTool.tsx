import './json.css'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { CopyButton } from '@windlass/shared-kit/ui'
import { Alert, Button, Input, Segmented } from 'antd'
import { type ClipboardEvent, useMemo, useRef, useState } from 'react'
import { useToolState } from '../../box/useToolState.ts'
import { JsonTree } from './JsonTree.tsx'
import { prettyText } from './jsonTree.ts'
import { type JsonNode, readJson } from './readJson.ts'
import { useJsonTree } from './useJsonTree.ts'

type Mode = 'pretty' | 'raw'
const NO_NODES: readonly JsonNode[] = []
const RAW_ROWS = 16

/** Shows a document as a tree, with every key and number as it was written. */
export default function JsonTool() {
  const { t } = useTranslation('toolbox')
  const [{ text }, keep] = useToolState({ text: '' })
  const setText = (next: string) => keep({ text: next })
  const [mode, setMode] = useState<Mode>(text === '' ? 'raw' : 'pretty')
  const isPretty = mode === 'pretty'
  const reading = useMemo(() => (isPretty && text.trim() !== '' ? readJson(text) : undefined), [isPretty, text])
  const nodes = reading && 'nodes' in reading ? reading.nodes : NO_NODES
  const tree = useJsonTree(nodes)

  const handlePasteOnTree = (event: ClipboardEvent) => {
    if (isPretty) setText(event.clipboardData.getData('text/plain'))
  }
  return (
    <div className="toolbox-tool" onPaste={handlePasteOnTree}>
      <div className="toolbox-buttons">
        <Segmented<Mode>
          aria-label={t('json.mode')}
          value={mode}
          options={(['raw', 'pretty'] as const).map((value) => ({ value, label: t(`json.${value}`) }))}
          onChange={setMode}
        />
        <TreeButtons tree={tree} isDisabled={nodes.length === 0} />
        <span className="toolbox-last">
          <CopyOf text={text} nodes={nodes} />
          <Button
            type="text"
            size="small"
            onClick={() => {
              setText('')
              setMode('raw')
            }}
          >
            {t('clear')}
          </Button>
        </span>
      </div>
      {mode === 'raw' && <RawText text={text} onChange={setText} onPasted={() => setMode('pretty')} />}
      {isPretty && !reading && <p className="json-hint">{t('json.pasteHint')}</p>}
      {reading && 'problem' in reading && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={reading.problem === 'parser' ? reading.message : t('json.rootProblem')}
        />
      )}
      {nodes.length > 0 && <JsonTree nodes={nodes} tree={tree} />}
    </div>
  )
}

interface RawProps {
  text: string
  onChange: (text: string) => void
  /** After the pasted text has arrived. */
  onPasted: () => void
}

function RawText({ text, onChange, onPasted }: RawProps) {
  const { t } = useTranslation('toolbox')
  const isPasting = useRef(false)
  const handleChange = (next: string) => {
    onChange(next)
    if (isPasting.current) onPasted()
    isPasting.current = false
  }
  return (
    <Input.TextArea
      className="wl-mono json-raw"
      aria-label={t('json.input')}
      placeholder={t('json.placeholder')}
      rows={RAW_ROWS}
      spellCheck={false}
      value={text}
      onPaste={() => {
        isPasting.current = true
      }}
      onChange={(event) => handleChange(event.target.value)}
    />
  )
}

function TreeButtons({ tree, isDisabled }: { tree: ReturnType<typeof useJsonTree>; isDisabled: boolean }) {
  const { t } = useTranslation('toolbox')
  return (
    <>
      <Button size="small" disabled={isDisabled} onClick={tree.expandAll}>
        {t('json.expandAll')}
      </Button>
      <Button size="small" disabled={isDisabled} onClick={tree.collapseAll}>
        {t('json.collapseAll')}
      </Button>
      <Button size="small" disabled={isDisabled || tree.marked.size === 0} onClick={tree.unmarkAll}>
        {t('json.unmarkAll')}
      </Button>
    </>
  )
}

/** Copies what is seen: the indented document, or the text as it was typed. */
function CopyOf({ text, nodes }: { text: string; nodes: readonly JsonNode[] }) {
  const { t } = useTranslation('toolbox')
  const result = useMemo(() => (nodes.length > 0 ? prettyText(nodes) : text), [nodes, text])
  return <CopyButton text={result} label={t('copyResult')} />
}
