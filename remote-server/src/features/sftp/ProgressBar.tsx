/** How far something is, as a line. */
export function ProgressBar({ label, share }: { label: string; share: number }) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100)
  return <progress className="sftp-progress" aria-label={label} max={100} value={percent} title={`${percent} %`} />
}
