import { Skeleton } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { SERVER_VARIABLES } from './monitorFields.ts'

const ScriptEditor = lazy(() => import('../../components/ScriptEditor.tsx'))

interface Props {
  label: string
  isShown: boolean
  /** Given by the form. */
  value?: string
  onChange?: (value: string) => void
}

/** Stands in the form from the start; an editor is heavy and measures itself, so it comes when it is first seen. */
export function ScriptField({ label, isShown, value = '', onChange }: Props) {
  const [wasShown, setWasShown] = useState(isShown)
  if (isShown && !wasShown) setWasShown(true)
  if (!wasShown) return null
  return (
    <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 8 }} />}>
      <ScriptEditor
        label={label}
        mode="sh"
        value={value}
        variables={() => [...SERVER_VARIABLES]}
        onReady={() => undefined}
        onChange={(next) => onChange?.(next)}
      />
    </Suspense>
  )
}
