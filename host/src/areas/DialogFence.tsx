import { Component, type ReactNode } from 'react'
import { type AreaError } from './areaError.ts'
import { failureOf, type VersionName } from './loadArea.ts'

interface Props {
  name: VersionName
  /** A dialog that fails leaves no place to say so; its host finds one. */
  onFail: (error: AreaError) => void
  children: ReactNode
}

/** Catches what a dialog throws while it renders. A class, because React offers this to classes only. */
export class DialogFence extends Component<Props, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override componentDidCatch(cause: unknown): void {
    this.props.onFail(failureOf(this.props.name, cause, 0, 'render'))
  }

  override render(): ReactNode {
    return this.state.isBroken ? null : this.props.children
  }
}
