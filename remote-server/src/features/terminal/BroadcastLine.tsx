import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button, Checkbox, Input, Popover } from 'antd'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import type { LiveTerminal } from './LiveTerminal.ts'
import { numbered } from './paneLook.ts'
import { panesOf } from './paneTree.ts'
import { useStates } from './useStates.ts'
import type { Workspace } from './workspace.ts'

interface Props {
  workspace: Workspace
  lives: ReadonlyMap<string, LiveTerminal>
  /** The keyboard goes back to the terminal. */
  onDone: () => void
}

/** A pane as the line sees it. */
interface Target {
  pane: string
  name: string
  title: string
  isOpen: boolean
  isIn: boolean
}

/** The panes, and which of them the line reaches: all that are open, but those that were left out. */
function useTargets({ workspace, lives }: Props) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const states = useStates(lives)
  const panes = workspace.tabs.flatMap(({ tree }) => panesOf(tree)).filter((pane) => states.has(pane))
  const nameOf = (pane: string) => states.get(pane)?.session?.serverName || workspace.panes[pane]?.serverName || ''
  const names = numbered(panes.map(nameOf))
  const targets = panes.map((pane, index): Target => {
    const isOpen = states.get(pane)?.link.phase === 'open' && lives.get(pane)?.mayType === true
    const title = states.get(pane)?.title ?? ''
    return { pane, name: names[index] ?? '', title, isOpen, isIn: isOpen && !left.has(pane) }
  })
  const choose = (isIn: (pane: string) => boolean) => setLeft(new Set(panes.filter((pane) => !isIn(pane))))
  return { targets, choose, toggle: (pane: string) => choose((one) => (one === pane) === left.has(one)) }
}

/** One line that is typed into many terminals at once. */
export function BroadcastLine(props: Props) {
  const { t } = useTranslation('server')
  const { lives, onDone } = props
  const [line, setLine] = useState('')
  const { targets, choose, toggle } = useTargets(props)
  const reached = targets.filter(({ isIn }) => isIn)

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (reached.length === 0) return
    const taken = reached.filter(({ pane }) => lives.get(pane)?.type(`${line}\r`))
    toast.info(t('terminal.all.sent', { count: taken.length }))
    setLine('')
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const isLeaving = event.key === 'Escape' || (event.altKey && event.shiftKey && event.key === 'ArrowUp')
    if (!isLeaving) return
    event.preventDefault()
    onDone()
  }
  const list = (
    <div className="terminal-reach">
      {targets.map(({ pane, name, title, isOpen, isIn }) => (
        <Checkbox key={pane} disabled={!isOpen} checked={isIn} onChange={() => toggle(pane)}>
          {name} <span className="wl-faint">{title}</span>
        </Checkbox>
      ))}
      <span>
        <Button size="small" type="link" onClick={() => choose(() => true)}>
          {t('terminal.all.everyone')}
        </Button>
        <Button size="small" type="link" onClick={() => choose(() => false)}>
          {t('terminal.all.nobody')}
        </Button>
      </span>
    </div>
  )
  return (
    <form className="terminal-line" onSubmit={handleSubmit}>
      <Popover trigger="click" placement="topLeft" content={list} title={t('terminal.all.reach')}>
        <Button>{t('terminal.all.to', { count: reached.length, all: targets.length })}</Button>
      </Popover>
      <Input
        className="wl-mono"
        aria-label={t('terminal.all.line')}
        placeholder={t('terminal.all.line')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={line}
        disabled={reached.length === 0}
        onChange={({ target }) => setLine(target.value)}
        onKeyDown={handleKeyDown}
      />
      <Button htmlType="submit" type="primary" disabled={reached.length === 0}>
        {t('terminal.all.send')}
      </Button>
    </form>
  )
}
