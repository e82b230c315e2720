import { AreaDown } from './AreaDown.tsx'
import { AreaOff } from './AreaOff.tsx'
import { AreaOffError } from './areaError.ts'

interface Props {
  area: string
  error: unknown
  onRetry: () => void
  /** Another version that may work. */
  instead?: { version: string; onUse: () => void } | undefined
}

/** Why nothing of an area is shown: it is turned off, or it failed. */
export function AreaFailure({ area, error, onRetry, instead }: Props) {
  if (error instanceof AreaOffError) return <AreaOff area={area} off={error.off} onRetry={onRetry} />
  return <AreaDown area={area} error={error} onRetry={onRetry} instead={instead} />
}
