import { Component, type ReactNode } from 'react'
import { AreaDown } from './AreaDown.tsx'
import { AreaError } from './loadArea.ts'

interface Props {
  area: string
  onRetry: () => void
  children: ReactNode
}

/** Catches what a page throws while it renders. A class, because React offers this to classes only. */
export class AreaFence extends Component<Props, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch(error: unknown): void {
    const failure = new AreaError(this.props.area, error)
    console.error(`area ${failure.area} ${failure.version} [${failure.errorId}]`, error)
    this.setState({ error: failure })
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children
    return <AreaDown area={this.props.area} error={this.state.error} onRetry={this.props.onRetry} />
  }
}
