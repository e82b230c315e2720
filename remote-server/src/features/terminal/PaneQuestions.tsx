import { useTranslation } from '@windlass/shared-kit/i18n'
import { usePageActive } from '@windlass/shared-kit/remote'
import { Button, Input, Modal } from 'antd'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { LiveTerminal } from './LiveTerminal.ts'
import type { PaneQuestion, PaneState } from './paneState.ts'
import { linesOf, seenText, unseenIn, withoutUnseen } from './pasteText.ts'
import { answerQuestion, openLink, paste, pasteNow } from './terminalActions.ts'

interface Props {
  live: LiveTerminal
  state: PaneState
}

interface AnswerProps<About extends PaneQuestion['about']> {
  live: LiveTerminal
  question: Extract<PaneQuestion, { about: About }>
  /** What has the keyboard when the question appears. */
  first: RefObject<HTMLButtonElement | null>
}

/** What a person is asked before it happens in a terminal. */
export function PaneQuestions({ live, state: { question } }: Props) {
  const { t } = useTranslation('server')
  const isPageActive = usePageActive()
  const first = useRef<HTMLButtonElement>(null)
  const isAsked = question !== undefined && question.about !== 'clipboard'
  // A dialog holds the keyboard until it is gone, so the terminal can take it only then.
  useEffect(() => {
    if (isAsked) return () => live.focus()
  }, [isAsked, live])
  if (!question || question.about === 'clipboard' || !isPageActive) return null
  const titles = {
    paste: question.about === 'paste' ? t('terminal.paste.title', { count: linesOf(question.text) }) : '',
    link: t('terminal.link.title'),
    'paste-here': t('terminal.pasteHere.title'),
  }
  return (
    <Modal
      open
      title={titles[question.about]}
      footer={null}
      width={560}
      onCancel={() => answerQuestion(live)}
      afterOpenChange={(isOpen) => isOpen && first.current?.focus()}
    >
      {question.about === 'paste' && <PasteQuestion live={live} question={question} first={first} />}
      {question.about === 'link' && <LinkQuestion live={live} question={question} first={first} />}
      {question.about === 'paste-here' && <PasteHere live={live} />}
    </Modal>
  )
}

function PasteQuestion({ live, question, first }: AnswerProps<'paste'>) {
  const { t } = useTranslation('server')
  const [text, setText] = useState(question.text)
  const unseen = unseenIn(text)
  return (
    <>
      <p className="wl-danger-text">{t(question.isBracketed ? 'terminal.paste.asOne' : 'terminal.paste.runs')}</p>
      <Input.TextArea
        className="terminal-paste"
        aria-label={t('terminal.paste.text')}
        autoSize={{ minRows: 3, maxRows: 14 }}
        spellCheck={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {unseen.length > 0 && (
        <div className="terminal-unseen">
          <p className="wl-danger-text">{t('terminal.paste.unseen', { marks: unseen.join(', ') })}</p>
          <Button size="small" onClick={() => setText(withoutUnseen(text))}>
            {t('terminal.paste.takeOut')}
          </Button>
        </div>
      )}
      <div className="wl-dialog-footer">
        <Button onClick={() => answerQuestion(live)}>{t('terminal.cancel')}</Button>
        {linesOf(text) > 1 && (
          <Button onClick={() => pasteNow(live, text.trim().replaceAll(/\s*\n\s*/g, ' '))}>
            {t('terminal.paste.oneLine')}
          </Button>
        )}
        <Button ref={first} type="primary" disabled={text === ''} onClick={() => pasteNow(live, text)}>
          {t('terminal.paste.do', { count: linesOf(text) })}
        </Button>
      </div>
    </>
  )
}

function LinkQuestion({ live, question, first }: AnswerProps<'link'>) {
  const { t } = useTranslation('server')
  return (
    <>
      <p className="wl-danger-text">{t('terminal.link.differs')}</p>
      <dl className="terminal-link">
        <dt>{t('terminal.link.shown')}</dt>
        <dd>{seenText(question.shown)}</dd>
        <dt>{t('terminal.link.leads')}</dt>
        <dd>
          <code>{seenText(question.address)}</code>
        </dd>
      </dl>
      <div className="wl-dialog-footer">
        <Button ref={first} onClick={() => answerQuestion(live)}>
          {t('terminal.cancel')}
        </Button>
        <Button type="primary" onClick={() => openLink(live, question.address)}>
          {t('terminal.link.follow')}
        </Button>
      </div>
    </>
  )
}

function PasteHere({ live }: { live: LiveTerminal }) {
  const { t } = useTranslation('server')
  return (
    <>
      <p className="wl-danger-text">{t('terminal.pasteHere.explanation')}</p>
      <Input.TextArea
        ref={(field) => field?.focus()}
        aria-label={t('terminal.pasteHere.title')}
        autoSize={{ minRows: 3, maxRows: 3 }}
        onPaste={(event) => {
          event.preventDefault()
          answerQuestion(live)
          paste(live, event.clipboardData.getData('text/plain'))
        }}
      />
    </>
  )
}
