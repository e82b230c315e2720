interface Props {
  size?: number
}

/** The mark: a drum with three turns of rope and the line that runs off it. */
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
      <path d="M5 4v24M27 4v24" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
      <path
        d="M5 9c8-3 14 3 22 0M5 15c8-3 14 3 22 0M5 21c8-3 12 1 16 0 3-.7 4 1 4 7"
        stroke="var(--wl-accent, currentColor)"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
    </svg>
  )
}
