import { SwapOutlined } from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button, Segmented } from 'antd'
import { type ReactNode, useRef } from 'react'
import type { Converted, Flaw } from './flaw.ts'
import { TextFlaws } from './TextFlaws.tsx'
import { ToolButtons } from './ToolButtons.tsx'
import { ToolFoot } from './ToolFoot.tsx'
import { ToolText } from './ToolText.tsx'

const ROWS = 3

/** Which way a text goes. */
export type Direction = 'decode' | 'encode'

/** A text and its way. */
export interface TwoWay {
  text: string
  direction: Direction
}

interface Props extends TwoWay {
  /** Whose texts name the fields and the reasons of flaws: `plain`, `escaped` and `flaw.<kind>` below this key. */
  tool: string
  result: Converted
  onChange: (patch: Partial<TwoWay>) => void
  placeholder: string
  /** Choices beside the direction. */
  options?: ReactNode
  /** One quiet line below the input. */
  hint?: ReactNode
  /** One quiet line below the output. */
  outputHint?: ReactNode
  /** What belongs to the result, above the last line. */
  children?: ReactNode
}

/** Anything but encoding is decoding, because the direction may come from a link. */
export function directionOf(text: string): Direction {
  return text === 'encode' ? 'encode' : 'decode'
}

/** Decodes a text while it is typed, or encodes it; the output may become the input of the other direction. */
export function TwoWayText({ tool, text, direction, result, onChange, ...look }: Props) {
  const { t } = useTranslation('toolbox')
  const home = useRef<HTMLDivElement>(null)
  const isDecoding = direction === 'decode'
  const [from, to] = isDecoding ? ['escaped', 'plain'] : ['plain', 'escaped']
  const swap = () => onChange({ text: result.text, direction: isDecoding ? 'encode' : 'decode' })
  return (
    <div className="toolbox-tool" ref={home}>
      <ToolButtons>
        <Segmented<Direction>
          aria-label={t('twoWay.direction')}
          value={direction}
          options={(['decode', 'encode'] as const).map((value) => ({ value, label: t(`twoWay.${value}`) }))}
          onChange={(next) => onChange({ direction: next })}
        />
        {look.options}
      </ToolButtons>
      <ToolText
        label={t(`${tool}.${from}`)}
        value={text}
        rows={ROWS}
        placeholder={look.placeholder}
        hint={look.hint}
        onChange={(next) => onChange({ text: next })}
      />
      <TextFlaws
        text={text}
        flaws={result.flaws}
        reasonOf={(kind) => t(`${tool}.flaw.${kind}`)}
        onFind={(flaw) => select(home.current?.querySelector('textarea'), text, flaw)}
      />
      <ToolText
        label={t(`${tool}.${to}`)}
        value={result.text}
        rows={ROWS}
        hint={result.text.isWellFormed() ? look.outputHint : t('twoWay.halves')}
      />
      {look.children}
      <ToolFoot result={result.text} isClean={text === ''} onClear={() => onChange({ text: '' })}>
        <Button icon={<SwapOutlined rotate={90} aria-hidden />} disabled={text === ''} onClick={swap}>
          {t('twoWay.swap')}
        </Button>
      </ToolFoot>
    </div>
  )
}

/** Browsers keep every line break of a text area as one code unit. */
const unitsInField = (text: string) => text.replaceAll('\r\n', '\n').length

function select(field: HTMLTextAreaElement | null | undefined, text: string, { at, length }: Flaw): void {
  const start = unitsInField(text.slice(0, at))
  field?.focus()
  field?.setSelectionRange(start, start + unitsInField(text.slice(at, at + length)))
}
