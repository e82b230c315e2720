import './unicode.css'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Checkbox, Segmented } from 'antd'
import { useDeferredValue, useMemo } from 'react'
import { useResult } from '../../box/useResult.ts'
import { useToolState } from '../../box/useToolState.ts'
import { type Direction, directionOf, TwoWayText } from '../../parts/TwoWayText.tsx'
import { CharacterTable } from './CharacterTable.tsx'
import { decodeEscapes } from './decodeEscapes.ts'
import { encodeEscapes, STYLES, styleOf } from './encodeEscapes.ts'

type State = { text: string; direction: string; style: string; isAll: boolean; isBytes: boolean }

const DEFAULTS: State = { text: '', direction: 'decode', style: 'u', isAll: false, isBytes: false }
const PLACEHOLDERS: Readonly<Record<Direction, string>> = {
  decode: '\\u4e2d\\u6587 \\u{1f600} %E4%B8%AD &#x4E2D; U+4E2D',
  encode: '中文 😀',
}
/** Bytes that are no ASCII, which alone can be read in two ways. */
const HAS_BYTES = /\\x[89a-f]/i
const EXAMPLES: Readonly<Record<string, string>> = { u: '\\uXXXX', braces: '\\u{X}', plus: 'U+XXXX', html: '&#xX;' }

/** Decodes and encodes the escapes of characters, and says what each character is. */
export default function UnicodeTool() {
  const [state, keep] = useToolState(DEFAULTS)
  const { style, isAll, isBytes } = state
  const direction = directionOf(state.direction)
  const text = useDeferredValue(state.text)
  const result = useMemo(
    () => (direction === 'decode' ? decodeEscapes(text, isBytes) : encodeEscapes(text, { style, isAll })),
    [text, direction, isBytes, style, isAll],
  )
  useResult(result.text)
  return (
    <TwoWayText
      tool="unicode"
      text={state.text}
      direction={direction}
      result={result}
      onChange={keep}
      placeholder={PLACEHOLDERS[direction]}
      options={
        direction === 'encode' ? (
          <EncodeOptions style={style} isAll={isAll} onChange={keep} />
        ) : (
          HAS_BYTES.test(text) && <ByteOption isBytes={isBytes} onChange={keep} />
        )
      }
    >
      <CharacterTable text={direction === 'decode' ? result.text : text} />
    </TwoWayText>
  )
}

interface EncodeProps {
  style: string
  isAll: boolean
  onChange: (patch: { style?: string; isAll?: boolean }) => void
}

function EncodeOptions({ style, isAll, onChange }: EncodeProps) {
  const { t } = useTranslation('toolbox')
  return (
    <>
      <Segmented
        className="wl-mono"
        aria-label={t('unicode.style')}
        value={styleOf(style).id}
        options={STYLES.map(({ id }) => ({ value: id, label: EXAMPLES[id] }))}
        onChange={(next) => onChange({ style: next })}
      />
      <Checkbox checked={isAll} onChange={(event) => onChange({ isAll: event.target.checked })}>
        {t('unicode.all')}
      </Checkbox>
    </>
  )
}

function ByteOption({ isBytes, onChange }: { isBytes: boolean; onChange: (patch: { isBytes: boolean }) => void }) {
  const { t } = useTranslation('toolbox')
  return (
    <Checkbox checked={isBytes} onChange={(event) => onChange({ isBytes: event.target.checked })}>
      {t('unicode.bytes')}
    </Checkbox>
  )
}
