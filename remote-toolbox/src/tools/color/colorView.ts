import { type Conversion, convertHex, convertRgb } from './convertColor.ts'
import { addRecent, readRecent } from './recentColors.ts'
import { type Rgb, writeHex } from './rgb.ts'

export type Field = 'hex' | 'rgb'

/** What the tool keeps. */
export type ColorInputs = Readonly<{
  hex: string
  rgb: string
  /** Which of the two was converted last; "" for none. */
  last: string
  recent: readonly string[]
}>

/** All that the tool shows. */
export interface ColorView {
  inputs: ColorInputs
  /** What stands beside the fields; nothing beside a field that was edited since. */
  results: Readonly<Partial<Record<Field, Conversion | undefined>>>
  /** The colour of the last conversion. */
  color?: Rgb | undefined
}

export const CLEAN: ColorInputs = { hex: '', rgb: '', last: '', recent: [] }

const CONVERT: Readonly<Record<Field, (text: string) => Conversion>> = { hex: convertHex, rgb: convertRgb }

/** Starts with what a link, an embedding page or this browser remembers, converted. */
export function openColors(inputs: ColorInputs): ColorView {
  const filled = (['hex', 'rgb'] as const).filter((field) => inputs[field] !== '')
  const last = filled.find((field) => field === inputs.last) ?? filled[0]
  const results = Object.fromEntries(filled.map((field) => [field, CONVERT[field](inputs[field])]))
  return {
    inputs: { ...inputs, last: last ?? '', recent: readRecent(inputs.recent) },
    results,
    color: last && results[last]?.color,
  }
}

/** Typing into a field takes away what stood beside it; the colour stays in sight. */
export function editField({ inputs, results, color }: ColorView, field: Field, text: string): ColorView {
  return { inputs: { ...inputs, [field]: text }, results: { ...results, [field]: undefined }, color }
}

/** Converts what a field holds, whatever that is. */
export function convertField({ inputs, results }: ColorView, field: Field): ColorView {
  const result = CONVERT[field](inputs[field])
  const recent = result.problem ? inputs.recent : addRecent(inputs.recent, result.color)
  return { inputs: { ...inputs, last: field, recent }, results: { ...results, [field]: result }, color: result.color }
}

/** A colour that was picked rather than typed goes into the hex field. */
export function pickColor(view: ColorView, color: Rgb): ColorView {
  return convertField(editField(view, 'hex', writeHex(color)), 'hex')
}

/** As `pickColor` while somebody drags through colours: not each of them is worth remembering. */
export function passColor(view: ColorView, color: Rgb): ColorView {
  const picked = pickColor(view, color)
  return { ...picked, inputs: { ...picked.inputs, recent: view.inputs.recent } }
}

/** The result of the field that was converted last, or "". */
export function resultOf({ inputs, results }: ColorView): string {
  return (inputs.last === 'hex' || inputs.last === 'rgb' ? results[inputs.last]?.text : undefined) ?? ''
}
