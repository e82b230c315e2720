import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { copyText } from '@windlass/shared-kit/ui'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Question } from './BoardQuestions.tsx'
import type { BoardAction, OnBoardAction } from './boardAction.ts'
import type { BoardRow } from './boardRow.ts'

/** Where a page of this console is found, from anywhere. */
const addressOf = (path: string): string => {
  const address = new URL(location.href)
  address.hash = path
  return address.href
}

const QUESTIONS: readonly string[] = ['cancel', 'reset', 'unlock'] satisfies Question[]

/** What is open over the board, and what its buttons do. */
export function useBoardActions(togglePin: (id: number) => void) {
  const { t } = useTranslation('deploy')
  const navigate = useNavigate()
  // Not in the address: a link must not open what starts a deploy.
  const [open, setOpen] = useState<{ action: BoardAction; id: number }>()

  const act = async (action: BoardAction, { row }: BoardRow) => {
    if (action === 'pin') togglePin(row.id)
    else if (action === 'rollback') navigate(`/deploy/detail/${row.id}?releases=1`)
    else if (action !== 'copyLink') setOpen({ action, id: row.id })
    else if (await copyText(addressOf(`/deploy/detail/${row.id}`)))
      toast.success(t('board.linkCopied', { name: row.name }))
  }
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  // One function for ever, so that cards which did not change are not drawn again.
  const [onAction] = useState((): OnBoardAction => (action, item) => void latest.current(action, item))

  /** The project that something is open for; it may be gone meanwhile. */
  const openFor = (rows: readonly BoardRow[]) => {
    const item = open && rows.find(({ row }) => row.id === open.id)
    const asked = item && QUESTIONS.includes(open.action) ? { question: open.action as Question, item } : undefined
    return {
      publishing: open?.action === 'publish' ? item?.row : undefined,
      locking: open?.action === 'lock' ? item?.row : undefined,
      asked,
    }
  }
  return { onAction, openFor, close: () => setOpen(undefined) }
}
