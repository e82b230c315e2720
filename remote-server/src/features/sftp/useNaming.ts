import { useErrorText } from '@windlass/shared-kit/ui'
import { useState } from 'react'
import { nameProblem } from './remotePath.ts'

interface Naming {
  initial: string
  isSameAllowed: boolean
  hasTarget: boolean
  onSubmit: (name: string, target: string) => Promise<unknown>
  onClose: () => void
}

/** A name that is typed, whether it will do, and what the server said to it. */
export function useNaming({ initial, isSameAllowed, hasTarget, onSubmit, onClose }: Naming) {
  const errorText = useErrorText()
  const [name, setName] = useState(initial)
  const [target, setTarget] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isRunning, setRunning] = useState(false)
  const wrong = nameProblem(name)
  const isReady = wrong === undefined && (isSameAllowed || name !== initial) && (!hasTarget || target !== '')

  const submit = async () => {
    if (!isReady || isRunning) return
    setRunning(true)
    setProblem(undefined)
    try {
      await onSubmit(name, target)
      onClose()
    } catch (error) {
      setProblem(error instanceof Error ? errorText(error).text : String(error))
    } finally {
      setRunning(false)
    }
  }
  return {
    name,
    setName,
    target,
    setTarget,
    problem,
    wrong: name === '' ? undefined : wrong,
    isReady,
    isRunning,
    submit,
  }
}
