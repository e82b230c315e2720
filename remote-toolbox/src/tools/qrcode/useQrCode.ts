import { useMemo, useState } from 'react'
import { encodeQr, type QrCode, type QrOverflow } from './encodeQr.ts'
import type { QrLevel } from './qrLevel.ts'

interface Drawing {
  /** The picture, or the last one that fitted; absent without a text. */
  code: QrCode | undefined
  /** Why the picture is not that of the text. */
  overflow: QrOverflow | undefined
}

/** The picture of a text. While the text is too long, the last picture stays. */
export function useQrCode(text: string, level: QrLevel): Drawing {
  const reading = useMemo(() => encodeQr(text, level), [text, level])
  const [last, setLast] = useState<QrCode>()
  const overflow = reading?.isFitting === false ? reading : undefined
  const code = reading?.isFitting === false ? last : reading
  if (code !== last) setLast(code)
  return { code, overflow }
}
