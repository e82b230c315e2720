import { CopyButton } from './CopyButton.tsx'

interface Props {
  children: string
  /** Cut to one line; the whole text on hover. */
  isCut?: boolean
  canCopy?: boolean
}

/** Ids, commits, paths and addresses: every character counts, so they get the face that tells them apart. */
export function MonoText({ children, isCut = false, canCopy = false }: Props) {
  return (
    <span className="wl-mono-line">
      <code className={isCut ? 'wl-mono wl-cut' : 'wl-mono'} title={isCut ? children : undefined}>
        {children}
      </code>
      {canCopy && <CopyButton text={children} />}
    </span>
  )
}
