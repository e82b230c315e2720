import { useTranslation } from '@windlass/shared-kit/i18n'
import { saveFile } from '@windlass/shared-kit/save'
import { Button } from 'antd'
import { useState } from 'react'
import { ToolButtons } from '../../parts/ToolButtons.tsx'
import type { QrCode } from './encodeQr.ts'
import { legibilityOf } from './qrSize.ts'
import { writePng } from './writePng.ts'

interface Props {
  /** Absent while there is nothing to save. */
  code: QrCode | undefined
  size: number
  svg: string
}

type Outcome = 'copied' | 'copyFailed' | 'saveFailed'

/** Pages without a secure connection, and some browsers, have no clipboard for pictures. */
const canCopyPictures = () => typeof ClipboardItem === 'function' && navigator.clipboard?.write !== undefined

/** Saves the picture as a file or copies it. */
export function QrFiles({ code, size, svg }: Props) {
  const { t } = useTranslation('toolbox')
  const [outcome, setOutcome] = useState<Outcome>()
  const hasPixels = code !== undefined && legibilityOf(code.rows.length, size) !== 'impossible'
  const makePng = async () => {
    if (!code) throw new Error('nothing is drawn')
    return new Blob([await writePng(code, size)], { type: 'image/png' })
  }
  const attempt = async (work: () => Promise<void>, failure: Outcome, success?: Outcome) => {
    try {
      await work()
      setOutcome(success)
    } catch (error) {
      console.warn('the picture could not be handed over', error)
      setOutcome(failure)
    }
  }
  const savePng = async () => saveFile('qrcode.png', await makePng())
  // The promise goes in as it is, because some browsers forget the click while a picture is made.
  const copy = () => navigator.clipboard.write([new ClipboardItem({ 'image/png': makePng() })])
  return (
    <ToolButtons>
      <Button disabled={!hasPixels} onClick={() => void attempt(savePng, 'saveFailed')}>
        {t('qrcode.png')}
      </Button>
      <Button disabled={!code} onClick={() => saveFile('qrcode.svg', new Blob([svg], { type: 'image/svg+xml' }))}>
        {t('qrcode.svg')}
      </Button>
      {canCopyPictures() && (
        <Button
          disabled={!hasPixels}
          onBlur={() => setOutcome(undefined)}
          onClick={() => void attempt(copy, 'copyFailed', 'copied')}
        >
          {t('qrcode.copyPicture')}
        </Button>
      )}
      <output className={outcome === 'copied' ? 'wl-faint' : 'toolbox-problem'}>
        {outcome && t(`qrcode.outcome.${outcome}`)}
      </output>
    </ToolButtons>
  )
}
