import { Component, type ReactNode } from 'react'
import { AreaDown } from './AreaDown.tsx'
import { failureOf, replacementOf } from './loadArea.ts'

interface Props {
  area: string
  version: string
  onRetry: () => void
  /** Shows the version before instead. */
  onReplace: (error: unknown) => void
  children: ReactNode
}

interface State {
  error?: unknown
  /** The version that could be shown instead. */
  other?: string
}

/** Catches what a page throws while it renders. A class, because React offers this to classes only. */
export class AreaFence extends Component<Props, State> {
  override state: State = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch(cause: unknown): void {
    const { area, version } = this.props
    const name = { id: area, version }
    this.setState({ error: failureOf(name, cause, 0, 'render') })
    void replacementOf(name).then((other) => this.setState({ other: other?.version }))
  }

  override render(): ReactNode {
    const { error, other } = this.state
    if (error === undefined) return this.props.children
    const { area, onRetry, onReplace } = this.props
    const instead = other !== undefined ? { version: other, onUse: () => onReplace(error) } : undefined
    return <AreaDown area={area} error={error} onRetry={onRetry} instead={instead} />
  }
}
