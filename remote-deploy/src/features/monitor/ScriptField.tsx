import { CodeEditor } from '@windlass/shared-kit/editor'
import { Skeleton } from 'antd'
import { Suspense, useState } from 'react'
import { SERVER_VARIABLES } from './monitorFields.ts'

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
      <CodeEditor
        label={label}
        language="shell"
        value={value}
        variables={() => [...SERVER_VARIABLES]}
        onChange={(next) => onChange?.(next)}
      />
    </Suspense>
  )
}
