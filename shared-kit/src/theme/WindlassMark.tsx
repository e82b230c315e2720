interface Props {
  size?: number
}

/** The mark: a drum between its cheeks, three turns of rope, and the hook at the rope's end. */
export function WindlassMark({ size = 24 }: Props) {
  return (
    <svg
      viewBox="0 0 32 32"
      className="mark"
      width={size}
      height={size}
      fill="none"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M2 12h4M26 12h4" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
      <path d="M7 4v16M25 4v16" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
      <path
        d="m10 6.5 3 11m1.5-11 3 11m1.5-11 3 11V24a3 3 0 1 1-3 3"
        stroke="var(--wl-accent, currentColor)"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
