import { ArrowDownOutlined, ArrowUpOutlined, CloseOutlined } from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button, Input, type InputRef } from 'antd'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { LiveTerminal } from './LiveTerminal.ts'
import type { PaneState } from './paneState.ts'
import { type FindRules, find, stopFinding } from './terminalActions.ts'

/** Finds a text in what the terminal printed; Enter goes up to older lines, Shift+Enter down. */
export function FindBar({ live, found }: { live: LiveTerminal; found: PaneState['found'] }) {
  const { t } = useTranslation('server')
  const field = useRef<InputRef>(null)
  const [text, setText] = useState('')
  const [rules, setRules] = useState<FindRules>({ caseSensitive: false, regex: false })
  useEffect(() => field.current?.focus({ cursor: 'all' }), [])

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') stopFinding(live)
    else if (event.key === 'Enter') find(live, text, event.shiftKey ? 'newer' : 'older', rules)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const change = (wanted: string, how: FindRules) => {
    setText(wanted)
    setRules(how)
    find(live, wanted, 'typing', how)
  }
  const toggle = (name: keyof FindRules) => change(text, { ...rules, [name]: !rules[name] })
  return (
    <search className="terminal-find">
      <Input
        ref={field}
        size="small"
        aria-label={t('terminal.findWhat')}
        placeholder={t('terminal.findWhat')}
        value={text}
        suffix={<output className="wl-faint">{text !== '' && found ? t('terminal.found', found) : ''}</output>}
        onChange={({ target }) => change(target.value, rules)}
        onKeyDown={handleKeyDown}
      />
      <Tool label={t('terminal.findCase')} isOn={rules.caseSensitive} onClick={() => toggle('caseSensitive')}>
        Aa
      </Tool>
      <Tool label={t('terminal.findPattern')} isOn={rules.regex} onClick={() => toggle('regex')}>
        .*
      </Tool>
      <Tool label={t('terminal.findOlder')} onClick={() => find(live, text, 'older', rules)}>
        <ArrowUpOutlined />
      </Tool>
      <Tool label={t('terminal.findNewer')} onClick={() => find(live, text, 'newer', rules)}>
        <ArrowDownOutlined />
      </Tool>
      <Tool label={t('terminal.findEnd')} onClick={() => stopFinding(live)}>
        <CloseOutlined />
      </Tool>
    </search>
  )
}

interface ToolProps {
  label: string
  /** Only for what is switched on and off. */
  isOn?: boolean
  onClick: () => void
  children: ReactNode
}

function Tool({ label, isOn, onClick, children }: ToolProps) {
  return (
    <Button
      size="small"
      type={isOn ? 'primary' : 'text'}
      aria-pressed={isOn}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}
