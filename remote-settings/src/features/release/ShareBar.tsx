interface Props {
  /** 0 to 1. */
  share: number
}

/** A share as a small bar; the number stands beside it in words. */
export function ShareBar({ share }: Props) {
  return (
    <span className="rl-share" aria-hidden="true">
      <i style={{ width: `${Math.min(100, Math.max(share > 0 ? 3 : 0, share * 100))}%` }} />
    </span>
  )
}
